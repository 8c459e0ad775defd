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

/** Uses the chain's clock: while the chain stands still, nothing can be mined and nothing is late. */
function isLate({ broadcastAt }: RelayerTransaction, { head }: ChainView): boolean {
  if (broadcastAt === null) return false;
  return Number(head.timeS) * 1_000 - broadcastAt.getTime() >= env().CHAIN_REPLACE_AFTER_MS;
}

/** Whether the authorization can still be executed. */
async function isWorthSending(
  { network }: SendRun,
  { head }: ChainView,
  authorization: Authorization | undefined,
): Promise<boolean> {
  if (!authorization || authorization.state === "unpaid") return false;
  if (authorization.validBefore <= head.timeS) return false;
  return !(await readIsUsed(network, authorization, head.hash));
}

/**
 * Plans the same transaction with higher fees, or an empty one that only uses the nonce when nothing is left to
 * execute.
 */
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
 * Replaces transactions that are not mined in time: same nonce, both fees an eighth higher, so at most one of them is
 * mined. Returns the changed slots, keyed by the previous ones.
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
    await run.lease.keep();
    const transaction = await buildTransaction(run, keys, plan);
    added.push(transaction);
    replaced.set(slot, { ...slot, transactions: [...slot.transactions, transaction] });
  }
  await storeTransactions(run, added);
  run.counts.replaced += replaced.size;
  return replaced;
}
