import type { FieldError } from "@/lib/kernel/errors";
import type { Effect } from "./in-flight";

interface ApiErrorOptions {
  status?: number;
  code: string;
  text: string;
  fields?: FieldError[] | undefined;
  data?: Record<string, unknown> | undefined;
  requestId?: string | undefined;
  retryAfterS?: number | undefined;
  /** Set when it does not follow from the status. */
  isUnknown?: boolean | undefined;
  isDone?: boolean | undefined;
  cause?: unknown;
}

/** An unsuccessful response, or a missing one: then `code` is `UNREACHABLE` and the outcome is unknown. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** 0 without a response. */
  readonly status: number;
  readonly code: string;
  /** A message for people. */
  readonly text: string;
  /** The invalid fields by name, each with its rule. */
  readonly fields: Record<string, string>;
  readonly data: Record<string, unknown>;
  readonly requestId: string | undefined;
  readonly retryAfterS: number | undefined;
  /** Whether the request may have been carried out although no valid response arrived. */
  readonly isUnknown: boolean;
  /** Whether the change was made: only the page failed afterwards. */
  readonly isDone: boolean;
  /** The effect of sending the failed request again. `Sender` sets it for a person's changes. */
  effect: Effect = "none";

  constructor(options: ApiErrorOptions) {
    super(
      options.code,
      options.cause === undefined ? undefined : { cause: options.cause as Error },
    );
    this.status = options.status ?? 0;
    this.code = options.code;
    this.text = options.text;
    this.data = options.data ?? {};
    this.requestId = options.requestId;
    this.retryAfterS = options.retryAfterS;
    // A 2xx response that could not be read is not a refusal: the connection was cut, or a proxy responded.
    this.isUnknown = options.isUnknown ?? (this.status < 400 || this.status >= 500);
    this.isDone = options.isDone ?? false;
    this.fields = Object.fromEntries(
      (options.fields ?? []).map(({ property, constraints }) => [
        property,
        Object.values(constraints)[0] ?? "is not valid",
      ]),
    );
  }
}

/** Converts any thrown value to an ApiError. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({ code: "UNREACHABLE", text: "No response was received.", cause: error });
}
