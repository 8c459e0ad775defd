import { AsyncLocalStorage } from "node:async_hooks";
import { perProcess } from "./per-process";

interface RequestContext {
  requestId: string;
  /** Whether only the headers of the answer are wanted. */
  isHead?: boolean;
  /** The partner whose API key or session sent the request, once known. */
  callerId?: string;
  credential?: Credential;
  /** The buckets of rate limits that the request has taken from. */
  rateKeys?: string[];
  /** What to do when the request ends. */
  ends?: (() => void)[];
}

/** The credential of a request: an API key, or a session with its person and, where it matters, the role at that time. */
export type Credential =
  | { keyId: string }
  | { sessionId: string; personId?: string; role?: string };

const contexts = perProcess("requestContexts", () => new AsyncLocalStorage<RequestContext>());

/** Runs the handling of a request in its context, so that its postings in the ledger carry the request id. */
export async function inRequest<T>(
  requestId: string,
  run: () => Promise<T>,
  { isHead = false } = {},
): Promise<T> {
  const request: RequestContext = { requestId, isHead };
  try {
    return await contexts.run(request, run);
  } finally {
    for (const end of request.ends ?? []) end();
  }
}

/** Registers what to do when the current request ends, successfully or not; at once in background work. */
export function atRequestEnd(end: () => void): void {
  const request = contexts.getStore();
  if (request === undefined) {
    end();
    return;
  }
  request.ends ??= [];
  request.ends.push(end);
}

/** The id of the current request; undefined in background work. */
export function currentRequestId(): string | undefined {
  return contexts.getStore()?.requestId;
}

/** Whether the current request is a HEAD: nobody reads the body of its answer. */
export function wantsHeadersOnly(): boolean {
  return contexts.getStore()?.isHead === true;
}

/**
 * Sets the partner that sent the current request; does nothing in background work. The changes of the request are
 * committed only while the partner is not suspended.
 */
export function setCallerId(partnerId: string): void {
  const request = contexts.getStore();
  if (request) request.callerId = partnerId;
}

/** The calling partner; undefined for administrators and background work. */
export function currentCallerId(): string | undefined {
  return contexts.getStore()?.callerId;
}

/**
 * Sets the credential of the current request; does nothing in background work. The changes of the request are committed
 * only while the credential is valid.
 */
export function setCredential(credential: Credential): void {
  const request = contexts.getStore();
  if (request) request.credential = credential;
}

/** The credential of the current request; undefined in background work. */
export function currentCredential(): Credential | undefined {
  return contexts.getStore()?.credential;
}

/**
 * Records that the current request takes from a bucket of a rate limit. Returns false if it has taken from it already, in
 * an attempt that lost its connection; true in background work.
 */
export function takesFirst(rateKey: string): boolean {
  const request = contexts.getStore();
  if (request === undefined) return true;
  request.rateKeys ??= [];
  if (request.rateKeys.includes(rateKey)) return false;
  request.rateKeys.push(rateKey);
  return true;
}
