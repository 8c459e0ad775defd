/** A parsed request that the contract accepts. */
export interface Call {
  path: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  headers: Record<string, string>;
  /** The files of a form, by field; and a body that is no form and no JSON, as `body`. */
  files: Record<string, SentFile>;
}

export interface SentFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

/** Thrown by a handler: the provider refuses the request. */
export class Refused extends Error {
  readonly status: number;
  /** The provider's code for the reason, if it has one. */
  readonly code: string | undefined;

  constructor(status: number, message: string, code?: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const ok = (body: unknown, status = 200): Answer => ({ status, body });
