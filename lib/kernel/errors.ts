import { ERRORS, type ErrorCode } from "./error-codes";

export { ERRORS, type ErrorCode };

/** The fault of one field, in the spec's form of validation errors. */
export interface FieldError {
  property: string;
  constraints: Record<string, string>;
}

interface ServiceErrorOptions {
  /** Replaces the default text of the code. */
  text?: string;
  /** Added to `data` beside `error`. */
  data?: Record<string, unknown>;
  headers?: Record<string, string>;
  cause?: unknown;
}

/**
 * Marks a ServiceError. `instanceof` is not enough: the framework bundles this module several times, and shared state
 * (lib/operations/live/hub.ts) may throw the class of another bundle.
 */
const BRAND = Symbol.for("partner-wallet.service-error");

/** A refusal or another error response with a known code. Any other thrown error is an internal fault. */
export class ServiceError extends Error {
  readonly [BRAND] = true;
  override readonly name = "ServiceError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly text: string;
  readonly data: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    super(code, options.cause === undefined ? undefined : { cause: options.cause });
    const [status, text] = ERRORS[code];
    this.code = code;
    this.status = status;
    this.text = options.text ?? text;
    this.data = options.data ?? {};
    this.headers = options.headers ?? {};
  }
}

/** Refuses a request because of its fields; spec: Errors, validation error. */
export class ValidationError extends ServiceError {
  readonly fields: FieldError[];

  constructor(fields: FieldError[]) {
    super("VALIDATION");
    this.fields = fields;
  }
}

/** True for a ServiceError of any bundle. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && BRAND in error;
}

/** True for a ValidationError of any bundle. */
export function isValidationError(error: unknown): error is ValidationError {
  return isServiceError(error) && "fields" in error;
}
