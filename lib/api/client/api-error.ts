import type { FieldError } from "@/lib/kernel/errors";

interface ApiErrorOptions {
  status?: number;
  code: string;
  text: string;
  fields?: FieldError[] | undefined;
  data?: Record<string, unknown> | undefined;
  requestId?: string | undefined;
  retryAfterS?: number | undefined;
  /** When it does not follow from the status. */
  isUnknown?: boolean | undefined;
  cause?: unknown;
}

/** An answer other than success, or none at all (`code` is `UNREACHABLE` then, and nobody knows what happened). */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** 0 without an answer. */
  readonly status: number;
  readonly code: string;
  /** For people. */
  readonly text: string;
  /** The wrong fields by name, each with what it must be. */
  readonly fields: Record<string, string>;
  readonly data: Record<string, unknown>;
  readonly requestId: string | undefined;
  readonly retryAfterS: number | undefined;
  /** Whether the request may have been carried out although no good answer came. */
  readonly isUnknown: boolean;

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
    // A success that could not be read is no refusal: the connection was cut, or something between answered.
    this.isUnknown = options.isUnknown ?? (this.status < 400 || this.status >= 500);
    this.fields = Object.fromEntries(
      (options.fields ?? []).map(({ property, constraints }) => [
        property,
        Object.values(constraints)[0] ?? "is not valid",
      ]),
    );
  }
}

/** Whatever was thrown, as one. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({ code: "UNREACHABLE", text: "No response was received.", cause: error });
}
