import { AsyncLocalStorage } from "node:async_hooks";

// One per process: the framework loads this module into more than one bundle.
const shared = globalThis as typeof globalThis & {
  partnerWalletRequestIds?: AsyncLocalStorage<string>;
};

/** Answers a request: what it posts to the ledger carries its id, without the use cases knowing. */
export function inRequest<T>(requestId: string, run: () => Promise<T>): Promise<T> {
  shared.partnerWalletRequestIds ??= new AsyncLocalStorage();
  return shared.partnerWalletRequestIds.run(requestId, run);
}

/** The request that is being answered; none in the background. */
export function currentRequestId(): string | undefined {
  return shared.partnerWalletRequestIds?.getStore();
}
