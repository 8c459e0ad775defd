import { ERRORS, type FieldError } from "@/lib/kernel/errors";
import { ApiError } from "./api-error";

interface Envelope {
  status?: unknown;
  message?: unknown;
  data?: Record<string, unknown>;
}

async function readEnvelope(response: Response): Promise<Envelope> {
  try {
    const body: unknown = await response.json();
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {}; // Not the service's envelope: a proxy responded. Only the status is known.
  }
}

/** The text of a response without one, which a proxy sent, or whose rest was lost on the way. */
const FOREIGN = "The service did not answer properly. It may be restarting.";

/** The one error whose `message` is its text instead of its code. Source: spec: Errors. */
const codeOf = (message: string) =>
  message === ERRORS.DUPLICATE_IDEMPOTENCY_KEY[1] ? "DUPLICATE_IDEMPOTENCY_KEY" : message;

function refusalOf(response: Response, { message, data = {} }: Envelope): ApiError {
  const { error, ...rest } = data;
  const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
  const isFields = Array.isArray(error);
  const code = typeof message === "string" ? codeOf(message) : "INTERNAL_ERROR";
  return new ApiError({
    status: response.status,
    code: isFields ? "VALIDATION" : code,
    text: typeof error === "string" ? error : isFields ? "Some fields are not valid." : FOREIGN,
    fields: isFields ? (error as FieldError[]) : undefined,
    data: rest,
    requestId: response.headers.get("X-Request-Id") ?? undefined,
    retryAfterS: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/**
 * Returns `data` of a response. Source: spec: Response envelope and Errors.
 * @throws ApiError for anything but a success.
 */
export async function readAnswer(response: Response): Promise<unknown> {
  const envelope = await readEnvelope(response);
  if (response.ok && envelope.status === "success") return envelope.data;
  throw refusalOf(response, envelope);
}
