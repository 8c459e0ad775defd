import { runCheck } from "@/lib/checks/run-check";
import { presentTreasury } from "@/lib/treasury/present";
import { raiseDifferenceAlerts } from "@/lib/treasury/reconcile/raise-difference-alerts";
import { reconcile } from "@/lib/treasury/reconcile/reconcile";

/**
 * Holds the books against every chain, keeps what was found and tells the operator's people of it. Answers how many chains
 * were equal and how many not. `personId` is who asked; null for the service itself. Source: docs/treasury.md.
 */
export function checkCustody(personId: string | null): Promise<Record<string, number>> {
  return runCheck("reconciliation", personId, async () => {
    const reconciliation = await reconcile();
    const found = await raiseDifferenceAlerts(reconciliation);
    const { isEqual } = reconciliation;
    return { found, isSound: isEqual, result: { treasury: presentTreasury(reconciliation) } };
  });
}
