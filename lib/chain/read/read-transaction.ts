import { z } from "zod";
import type { Network } from "@/lib/chain/networks";
import { askNode } from "./ask-node";
import { address, type Hex, hash32, quantity } from "./reply-fields";

const transactionReply = z
  .object({ hash: hash32, from: address, to: address.nullish(), value: quantity })
  .nullable();

/** A transaction, mined or not; `value` is in the smallest unit of the chain's own coin. */
export type SentTransaction = NonNullable<z.output<typeof transactionReply>>;

export function readTransaction(network: Network, txHash: Hex): Promise<SentTransaction | null> {
  return askNode(network, transactionReply, "eth_getTransactionByHash", [txHash]);
}
