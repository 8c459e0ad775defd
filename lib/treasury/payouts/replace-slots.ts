import { parseTransaction } from "viem";
import { env } from "@/lib/kernel/env";
import type { Authorization } from "./authorization";
import { buildTransaction, FILLER_GAS, type Plan } from "./build-transaction";
import type { FeeQuote } from "./fee-quote";
import { replacementFees } from "./fees";
import { readIsUsed } from "./read-state";
import { type ChainView, isUnmined, type OpenPayouts, type SendRun } from "./run";
import { bestOf, type RelayerTransaction, type Slot } from "./slot";
import { storeTransactions } from "./store-transactions";

/** By the chain's clock: while it stands still, nothing could have been mined and nothing is late. */
function isLate({ broadcastAt }: RelayerTransaction, { head }: ChainView): boolean {
  if (broadcastAt === null) return false;
  return Number(head.timeS) * 1_000 - broadcastAt.getTime() >= env().CHAIN_REPLACE_AFTER_MS;
}

/** Whether sending it can still move anything. */
async function isWorthSending(
  { network }: SendRun,
  { head }: ChainView,
  authorization: Authorization | undefined,
): Promise<boolean> {
  if (!authorization || authorization.state === "unpaid") return false;
  if (authorization.validBefore <= head.timeS) return false;
  return !(await readIsUsed(network, authorization, head.hash));
}

/** The same with higher fees; or nothing in its place, for the nonce alone, when there is nothing left to move. */
async function replacementOf(
  run: SendRun,
  view: ChainView,
  authorization: Authorization | undefined,
  { best, fees }: { best: RelayerTransaction; fees: Plan["fees"] },
): Promise<Plan> {
  const { to, data, gas } = parseTransaction(best.raw);
  const { nonce, purpose, purposeId } = best;
  const isUseful = purpose !== "filler" && (await isWorthSending(run, view, authorization));
  if (isUseful && to && gas) return { nonce, purpose, purposeId, call: { to, data }, gas, fees };
  const call = { to: run.keys?.relayer ?? best.relayerAddress } as Plan["call"];
  return { nonce, purpose: "filler", purposeId: null, call, gas: FILLER_GAS, fees };
}

/**
 * Offers more for what is not mined in time: both fees an eighth higher, under the same nonce, so that one of the two at
 * most is mined. Answers with the slots that have another one now, by what they were.
 */
export async function replaceSlots(
  run: SendRun,
  view: ChainView,
  { slots, authorizations }: OpenPayouts,
  quote: FeeQuote | undefined,
): Promise<ReadonlyMap<Slot, Slot>> {
  const { keys } = run;
  const replaced = new Map<Slot, Slot>();
  const late = slots.filter((slot) => isUnmined(view, slot) && isLate(bestOf(slot), view));
  if (!keys || !quote || late.length === 0) return replaced;
  await run.lease.hold();
  const added: RelayerTransaction[] = [];
  for (const slot of late) {
    const best = bestOf(slot);
    const fees = replacementFees(best, quote.market, quote.capWei);
    if (!fees || slot.relayerAddress !== keys.relayer) continue;
    const ids = new Set(slot.transactions.map(({ purposeId }) => purposeId));
    const authorization = authorizations.find(({ id }) => ids.has(id));
    const plan = await replacementOf(run, view, authorization, { best, fees });
    const transaction = await buildTransaction(run, keys, plan);
    added.push(transaction);
    replaced.set(slot, { ...slot, transactions: [...slot.transactions, transaction] });
  }
  await storeTransactions(run, added);
  run.counts.replaced += replaced.size;
  return replaced;
}
