import type { EndedAttempt } from "./attempt";

/** The health of an endpoint, from attempts that were recorded together. */
export interface EndpointHealth {
  partnerId: string;
  /** The URL that was called; attempts at it say nothing about a URL set meanwhile. */
  url: string;
  /** Whether at least one attempt succeeded. */
  succeeded: boolean;
  /** Whether the last attempt failed. */
  isFailing: boolean;
}

function endedAtMs({ result }: EndedAttempt): number {
  return result.startedAt.getTime() + result.durationMs;
}

/** Summarizes attempts by endpoint, in the order in which they ended. */
export function endpointHealth(ended: readonly EndedAttempt[]): EndpointHealth[] {
  const byEndpoint = new Map<string, EndpointHealth>();
  const inOrder = [...ended].sort((one, other) => endedAtMs(one) - endedAtMs(other));
  for (const { attempt, result } of inOrder) {
    const { partnerId, url } = attempt.delivery;
    const key = `${partnerId} ${url}`;
    const succeeded = result.succeeded || (byEndpoint.get(key)?.succeeded ?? false);
    byEndpoint.set(key, { partnerId, url, succeeded, isFailing: !result.succeeded });
  }
  return [...byEndpoint.values()];
}
