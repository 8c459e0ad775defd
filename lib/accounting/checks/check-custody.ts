import { type CheckOutcome, runCheck } from "@/lib/checks/run-check";
import { shareCheck } from "@/lib/checks/share-check";
import { presentTreasury } from "@/lib/treasury/present";
import { raiseDifferenceAlerts } from "@/lib/treasury/reconcile/raise-difference-alerts";
import { reconcile } from "@/lib/treasury/reconcile/reconcile";

async function compare(): Promise<CheckOutcome<Record<string, number>>> {
  const reconciliation = await reconcile();
  const found = await raiseDifferenceAlerts(reconciliation);
  const { isEqual } = reconciliation;
  return { found, isSound: isEqual, result: { treasury: presentTreasury(reconciliation) } };
}

/**
 * Reconciles the books with every chain, stores the result and raises alerts for differences. Returns the number of
 * equal and of different chains. `personId` is the person who started the check; null for the service itself. Joins a
 * reconciliation that is under way in this process. Source: docs/treasury.md.
 */
export function checkCustody(personId: string | null): Promise<Record<string, number>> {
  return shareCheck("reconciliation", () => runCheck("reconciliation", personId, compare));
}
