import type { EndedAttempt } from "./attempt";

/** What attempts that ended together say of an endpoint. */
export interface EndpointHealth {
  partnerId: string;
  /** That was called; what it says of another one that was set meanwhile is nothing. */
  url: string;
  /** At least one of them succeeded. */
  succeeded: boolean;
  /** The last one failed. */
  isFailing: boolean;
}

function endedAtMs({ result }: EndedAttempt): number {
  return result.startedAt.getTime() + result.durationMs;
}

/** Sums up attempts by endpoint, in the order in which they ended. */
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
