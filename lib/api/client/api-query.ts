import { queryOptions } from "@tanstack/react-query";
import { callApi } from "./call-api";
import type { ReadId } from "./endpoints";
import type { ApiInput } from "./types";

/**
 * Longer than the service needs for a read. A connection can be lost without notice and then stays open for many minutes:
 * the page would show its placeholder, or old data, for that time.
 */
const TIMEOUT_MS = 60_000;

/** Returns a signal that also ends after the time. `AbortSignal.any` is missing in Safari before 17.4, and in Firefox before 124. */
function inTime(signal: AbortSignal): AbortSignal {
  const ending = new AbortController();
  for (const each of [signal, AbortSignal.timeout(TIMEOUT_MS)]) {
    if (each.aborted) ending.abort(each.reason);
    each.addEventListener("abort", () => ending.abort(each.reason), { once: true });
  }
  return ending.signal;
}

/** Query options of a read for React Query: the key is the endpoint and its input. Data refreshes automatically. */
export function apiQuery<Id extends ReadId>(id: Id, input: ApiInput<Id>) {
  return queryOptions({
    queryKey: [id, input] as const,
    queryFn: ({ signal }) => callApi(id, input, { signal: inTime(signal) }),
  });
}
