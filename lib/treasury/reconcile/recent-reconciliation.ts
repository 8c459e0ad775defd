import { perProcess } from "@/lib/kernel/per-process";
import { type Reconciliation, reconcile } from "./reconcile";

/**
 * A reconciliation reads many balances of every chain, so concurrent calls and calls shortly afterwards share its
 * result.
 */
const FRESH_MS = 5_000;

interface Last {
  found: Promise<Reconciliation>;
  doneAtMs: number | undefined;
}

const shared = perProcess("reconciliation", (): { last?: Last | undefined } => ({}));

/** Returns a reconciliation that is at most seconds old. A failed one is not kept. */
export function recentReconciliation(): Promise<Reconciliation> {
  const { last } = shared;
  const isFresh =
    last && (last.doneAtMs === undefined || performance.now() - last.doneAtMs < FRESH_MS);
  if (last && isFresh) return last.found;
  const next: Last = { found: reconcile(), doneAtMs: undefined };
  shared.last = next;
  next.found.then(
    () => {
      next.doneAtMs = performance.now();
    },
    () => {
      if (shared.last === next) shared.last = undefined;
    },
  );
  return next.found;
}
