import { chainClient } from "@/lib/chain/client";
import { errorFields, log } from "@/lib/kernel/log";
import { timeOf } from "./read-view";
import { recordBroadcast } from "./relayer/store";
import type { ChainView, SendRun } from "./run";
import { bestOf, type Slot } from "./slot";

/** The number of transactions that a node keeps per account; always more than are in flight. */
const MAX_BROADCAST = 64;

/**
 * Sends stored transactions, the same bytes as often as needed. The node's response decides nothing: a node can accept
 * a transaction and report an error, or the reverse. The result is read from the chain. Source: threat 7.
 */
export async function broadcast(
  run: SendRun,
  { head }: ChainView,
  slots: readonly Slot[],
): Promise<void> {
  if (slots.length === 0) return;
  await run.lease.hold();
  const transactions = slots.slice(0, MAX_BROADCAST).map(bestOf);
  const client = chainClient(run.network);
  await Promise.all(
    transactions.map(async ({ id, raw }) => {
      try {
        await client.request({ method: "eth_sendRawTransaction", params: [raw] });
      } catch (error) {
        const { chain } = run.network;
        log().debug(
          { chain, transaction: id, failure: errorFields(error) },
          "the node refused the transaction",
        );
      }
    }),
  );
  await run.onStep(
    "transaction-sent",
    transactions.map(({ id }) => id),
  );
  const unrecorded = transactions.filter(({ broadcastAt }) => broadcastAt === null);
  if (unrecorded.length === 0) return;
  await recordBroadcast(
    unrecorded.map(({ id }) => id),
    timeOf(head),
  );
  await run.onStep(
    "sending-stored",
    unrecorded.map(({ id }) => id),
  );
}
