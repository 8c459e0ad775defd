import type { Network } from "@/lib/chain/networks";
import { readReceipt } from "@/lib/chain/read/read-receipt";
import { matchTransfers } from "./match-transfers";
import type { CreditedTransfer } from "./store";
import { transfersOf } from "./transfer";

/** Those of the credited transfers that the chain does not have any more, in whatever block. */
export async function findVanished(
  network: Network,
  credited: readonly CreditedTransfer[],
): Promise<CreditedTransfer[]> {
  const vanished: CreditedTransfer[] = [];
  for (const txHash of new Set(credited.map((row) => row.txHash))) {
    const receipt = await readReceipt(network, txHash);
    const found = receipt ? transfersOf(network, receipt) : [];
    const rows = credited.filter((row) => row.txHash === txHash);
    vanished.push(...matchTransfers(found, rows).vanished);
  }
  return vanished;
}
