import { type Reconciliation, reconcile } from "./reconcile";

/** A look asks every chain for many balances: whoever asks meanwhile, or right after, is told the same. */
const FRESH_MS = 5_000;

interface Last {
  found: Promise<Reconciliation>;
  doneAtMs: number | undefined;
}

// One per process: the framework loads this module into more than one bundle.
const shared = globalThis as typeof globalThis & { partnerWalletReconciliation?: Last | undefined };

/** The books held against the chains, not longer than seconds ago. One that failed is not kept. */
export function recentReconciliation(): Promise<Reconciliation> {
  const last = shared.partnerWalletReconciliation;
  const isFresh =
    last && (last.doneAtMs === undefined || performance.now() - last.doneAtMs < FRESH_MS);
  if (last && isFresh) return last.found;
  const next: Last = { found: reconcile(), doneAtMs: undefined };
  shared.partnerWalletReconciliation = next;
  next.found.then(
    () => {
      next.doneAtMs = performance.now();
    },
    () => {
      if (shared.partnerWalletReconciliation === next)
        shared.partnerWalletReconciliation = undefined;
    },
  );
  return next.found;
}
