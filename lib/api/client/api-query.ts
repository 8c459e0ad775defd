import { queryOptions } from "@tanstack/react-query";
import { callApi } from "./call-api";
import type { ReadId } from "./endpoints";
import type { ApiInput } from "./types";

/**
 * Longer than the service needs for a read. A connection can be lost without notice and then stays open for many minutes:
 * the page would show its placeholder, or old data, for that time.
 */
const TIMEOUT_MS = 60_000;

/** Returns a signal that also ends after the time, in browsers that can combine signals: not in Safari before 17.4. */
const inTime = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any?.([signal, AbortSignal.timeout(TIMEOUT_MS)]) ?? signal;

/** Query options of a read for React Query: the key is the endpoint and its input. Data refreshes automatically. */
export function apiQuery<Id extends ReadId>(id: Id, input: ApiInput<Id>) {
  return queryOptions({
    queryKey: [id, input] as const,
    queryFn: ({ signal }) => callApi(id, input, { signal: inTime(signal) }),
  });
}
