import { ApiError } from "./api-error";
import { buildRequest } from "./build-request";
import type { EndpointId, ReadId } from "./endpoints";
import { readAnswer } from "./read-answer";
import type { AnyInput, ApiData, ApiInput } from "./types";

interface CallOptions {
  signal?: AbortSignal;
  idempotencyKey?: string | undefined;
}

/**
 * Reads an endpoint of this service from a page, with the session's cookie. What a person changes goes through
 * `useSubmission`.
 * @throws ApiError for anything but a success; an aborted call as the browser does.
 */
export function callApi<Id extends ReadId>(
  id: Id,
  input: ApiInput<Id>,
  options?: CallOptions,
): Promise<ApiData<Id>> {
  return sendApi(id, input, options);
}

/** The same for any endpoint. Only `useSubmission` calls it for a component: the architecture tests check that. */
export async function sendApi<Id extends EndpointId>(
  id: Id,
  input: ApiInput<Id>,
  { signal, idempotencyKey }: CallOptions = {},
): Promise<ApiData<Id>> {
  const { path, init } = buildRequest(id, input as AnyInput, idempotencyKey);
  let response: Response;
  try {
    response = await fetch(path, { ...init, ...(signal ? { signal } : {}) });
  } catch (error) {
    if (signal?.aborted) throw error;
    const text = "Could not reach the service. Check your connection and try again.";
    throw new ApiError({ code: "UNREACHABLE", text, cause: error });
  }
  // The contract vouches for the answer: outside production each one is checked against it where it is made.
  return (await readAnswer(response)) as ApiData<Id>;
}
