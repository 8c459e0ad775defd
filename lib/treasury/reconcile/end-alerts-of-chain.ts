import type { AlertKind } from "@/lib/alerts/catalogue";
import { closeAlert } from "@/lib/alerts/close-alert";
import { listOpenAbout } from "@/lib/alerts/store";

/**
 * What is found out at a chain again and again. Transactions that are not mined are left out: they stay pending until the
 * chain is read again. So are deposits and payouts, whose money is still missing, and what administrators can close.
 */
const CONDITIONS = [
  "chain_stopped",
  "chain_clock",
  "gas_low",
  "fees_high",
  "treasury_short",
  "token_refuses",
  "signer_missing",
] as const satisfies AlertKind[];

/**
 * Closes the alerts about a chain that was turned off: nobody will see their causes end. A difference to the books ends
 * once the books have nothing on the chain.
 */
export async function endAlertsOfChain(chain: string, custodyMicroUsd: bigint): Promise<void> {
  const kinds: AlertKind[] = [...CONDITIONS];
  if (custodyMicroUsd === 0n) kinds.push("reconciliation");
  for (const alert of await listOpenAbout(chain, kinds)) await closeAlert(alert);
}
