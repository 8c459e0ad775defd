/** Codes of Node's sockets, DNS and TLS, and of its HTTP client: capitals, without anything of a request. */
const CODE = /^[A-Z][A-Z0-9_]{2,60}$/;
/** A client's error has the one of the socket as its cause, which may have a cause too. */
const MAX_DEPTH = 5;

interface Fields {
  name?: unknown;
  code?: unknown;
  cause?: unknown;
  /** Where Stripe's client keeps the error of the connection. */
  detail?: unknown;
}

/**
 * Says why a request had no response: the code of the innermost error, such as `ENOTFOUND`, `ECONNREFUSED` or
 * `CERT_HAS_EXPIRED`; `timeout` for one that took too long. Undefined if no error says so.
 */
export function connectionCodeOf(error: unknown): string | undefined {
  let found: string | undefined;
  let inner: unknown = error;
  for (let depth = 0; depth < MAX_DEPTH && typeof inner === "object" && inner !== null; depth++) {
    const { name, code, cause, detail }: Fields = inner;
    if (typeof name === "string" && /timeout/i.test(name)) found = "timeout";
    if (typeof code === "string" && CODE.test(code)) found = code;
    inner = cause ?? detail;
  }
  return found;
}
