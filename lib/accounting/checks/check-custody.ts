import { runCheck } from "@/lib/checks/run-check";
import { presentTreasury } from "@/lib/treasury/present";
import { raiseDifferenceAlerts } from "@/lib/treasury/reconcile/raise-difference-alerts";
import { reconcile } from "@/lib/treasury/reconcile/reconcile";

/**
 * Reconciles the books with every chain, stores the result and raises alerts for differences. Returns the number of
 * equal and of different chains. `personId` is the person who started the check; null for the service itself. Source:
 * docs/treasury.md.
 */
export function checkCustody(personId: string | null): Promise<Record<string, number>> {
  return runCheck("reconciliation", personId, async () => {
    const reconciliation = await reconcile();
    const found = await raiseDifferenceAlerts(reconciliation);
    const { isEqual } = reconciliation;
    return { found, isSound: isEqual, result: { treasury: presentTreasury(reconciliation) } };
  });
}
