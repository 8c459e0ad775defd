import { queryOptions } from "@tanstack/react-query";
import { callApi } from "./call-api";
import type { ReadId } from "./endpoints";
import type { ApiInput } from "./types";

/** A read, for React Query: the endpoint and its input are its key. Lists and sums refresh themselves. */
export function apiQuery<Id extends ReadId>(id: Id, input: ApiInput<Id>) {
  return queryOptions({
    queryKey: [id, input] as const,
    queryFn: ({ signal }) => callApi(id, input, { signal }),
  });
}
