import { queryOptions } from "@tanstack/react-query";
import { callApi } from "./call-api";
import type { ReadId } from "./endpoints";
import type { ApiInput } from "./types";

/** Query options of a read for React Query: the key is the endpoint and its input. Data refreshes automatically. */
export function apiQuery<Id extends ReadId>(id: Id, input: ApiInput<Id>) {
  return queryOptions({
    queryKey: [id, input] as const,
    queryFn: ({ signal }) => callApi(id, input, { signal }),
  });
}
