import { AsyncLocalStorage } from "node:async_hooks";
import { perProcess } from "./per-process";

interface RequestContext {
  requestId: string;
  /** The partner whose key or session asked, once that is known. */
  callerId?: string;
  credential?: Credential;
}

/** What a request was authorized by: an API key, or a session and, where it matters, the role of its person at that time. */
export type Credential = { keyId: string } | { sessionId: string; role?: string };

const contexts = perProcess("requestContexts", () => new AsyncLocalStorage<RequestContext>());

/** Answers a request: what it posts to the ledger carries its id, without the use cases knowing. */
export function inRequest<T>(requestId: string, run: () => Promise<T>): Promise<T> {
  return contexts.run({ requestId }, run);
}

/** The request that is being answered; none in the background. */
export function currentRequestId(): string | undefined {
  return contexts.getStore()?.requestId;
}

/** Says that a partner asked: what the request changes is committed only while the partner is not suspended. */
export function askedByPartner(partnerId: string): void {
  const request = contexts.getStore();
  if (request) request.callerId = partnerId;
}

/** The partner that asked; none when administrators did, or nobody. */
export function currentCallerId(): string | undefined {
  return contexts.getStore()?.callerId;
}

/** Says what authorizes the request: what it changes is committed only while that holds. */
export function authorizedBy(credential: Credential): void {
  const request = contexts.getStore();
  if (request) request.credential = credential;
}

/** What authorizes the request that is being answered; none in the background. */
export function currentCredential(): Credential | undefined {
  return contexts.getStore()?.credential;
}
