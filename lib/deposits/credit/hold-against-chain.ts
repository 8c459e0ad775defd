import type { Network } from "@/lib/chain/networks";
import { readReceipt } from "@/lib/chain/read/read-receipt";
import { matchTransfers } from "./match-transfers";
import type { CreditedTransfer } from "./store";
import { transfersOf } from "./transfer";

interface Gone {
  /** Not on the chain any more, in whatever block. */
  vanished: CreditedTransfer[];
  /** At their place in their transaction is something else that was not credited. */
  replaced: CreditedTransfer[];
}

/** What the chain does not have any more of these credited transfers, or has otherwise. */
export async function holdAgainstChain(
  network: Network,
  credited: readonly CreditedTransfer[],
): Promise<Gone> {
  const gone: Gone = { vanished: [], replaced: [] };
  for (const [txHash, rows] of Map.groupBy(credited, (row) => row.txHash)) {
    const receipt = await readReceipt(network, txHash);
    const { vanished, replacing } = matchTransfers(
      receipt ? transfersOf(network, receipt) : [],
      rows,
    );
    gone.vanished.push(...vanished);
    gone.replaced.push(...replacing.map((each) => each.credited));
  }
  return gone;
}
