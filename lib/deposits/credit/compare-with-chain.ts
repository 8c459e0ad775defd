import type { Network } from "@/lib/chain/networks";
import { readReceipt } from "@/lib/chain/read/read-receipt";
import { matchTransfers } from "./match-transfers";
import type { CreditedTransfer } from "./store";
import { transfersOf } from "./transfer";

interface Gone {
  /** Credited transfers that are in no confirmed block of the chain any more. */
  vanished: CreditedTransfer[];
  /** Credited transfers whose place in the transaction now has another transfer, which was not credited. */
  replaced: CreditedTransfer[];
  /**
   * Credited transfers whose transaction the node shows in no confirmed block. It may have left the chain, or the node lags
   * or does not keep it.
   */
  notShown: CreditedTransfer[];
}

/**
 * Compares credited transfers with the chain up to the confirmed block. Returns those that are gone or replaced: those of a
 * transaction in a later block count as gone.
 */
export async function compareWithChain(
  network: Network,
  credited: readonly CreditedTransfer[],
  confirmed: bigint,
): Promise<Gone> {
  const gone: Gone = { vanished: [], replaced: [], notShown: [] };
  for (const [txHash, rows] of Map.groupBy(credited, (row) => row.txHash)) {
    const receipt = await readReceipt(network, txHash);
    if (!receipt || receipt.blockNumber > confirmed) {
      gone.vanished.push(...rows);
      gone.notShown.push(...rows);
      continue;
    }
    const { vanished, replacing } = matchTransfers(transfersOf(network, receipt), rows);
    gone.vanished.push(...vanished);
    gone.replaced.push(...replacing.map((each) => each.credited));
  }
  return gone;
}
