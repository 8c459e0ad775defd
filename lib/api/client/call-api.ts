import { ApiError } from "./api-error";
import { buildRequest } from "./build-request";
import type { EndpointId, ReadId } from "./endpoints";
import { pageReaderHeader } from "./page-reader";
import { readAnswer } from "./read-answer";
import type { AnyInput, ApiData, ApiInput } from "./types";

interface CallOptions {
  signal?: AbortSignal;
  idempotencyKey?: string | undefined;
}

/**
 * Calls a read endpoint of this service from a page, with the session's cookie. For changes use `useSubmission`.
 * @throws ApiError for anything but a success; the browser's abort error for an aborted call.
 */
export function callApi<Id extends ReadId>(
  id: Id,
  input: ApiInput<Id>,
  options?: CallOptions,
): Promise<ApiData<Id>> {
  return sendApi(id, input, options);
}

/** Calls any endpoint. Components must call it only through `useSubmission`: the architecture tests check that. */
export async function sendApi<Id extends EndpointId>(
  id: Id,
  input: ApiInput<Id>,
  { signal, idempotencyKey }: CallOptions = {},
): Promise<ApiData<Id>> {
  const { path, init } = buildRequest(id, input as AnyInput, idempotencyKey);
  const headers = { ...init.headers, ...pageReaderHeader() };
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers, ...(signal ? { signal } : {}) });
  } catch (error) {
    if (signal?.aborted) throw error;
    const text = "Could not reach the service. Check your connection.";
    throw new ApiError({ code: "UNREACHABLE", text, cause: error });
  }
  // Not validated here: outside production the server checks each response against its contract.
  return (await readAnswer(response)) as ApiData<Id>;
}
