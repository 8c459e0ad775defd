import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { askEach } from "@/lib/chain/read/ask-each";
import { log } from "@/lib/kernel/log";
import type { Authorization, AuthorizationPurpose } from "./authorization";
import { buildTransaction, FILLER_GAS } from "./build-transaction";
import type { FeeQuote } from "./fee-quote";
import { firstFees } from "./fees";
import { freeNonces, gapNonces } from "./nonces";
import { readIsUsed } from "./read-state";
import { refusedTransfers } from "./refusals";
import { type ChainView, isUnmined, type SendRun } from "./run";
import { estimateGas } from "./simulate";
import { type RelayerTransaction, type Slot, slotsOf } from "./slot";
import { storeTransactions } from "./store-transactions";
import { transferCall } from "./token-calls";

interface Opening {
  slots: readonly Slot[];
  /** Authorizations without a transaction that could still be mined. */
  authorizations: readonly Authorization[];
  quote: FeeQuote;
}

const AFTER_EXPIRY: Record<AuthorizationPurpose, string> = {
  payout: "Then the amount is refunded.",
  sweep: "Then the tokens stay at the deposit address, and another sweep is tried.",
};

/** Adds half: the gas that a call needs depends on the transfers just before it. */
const withReserve = (gas: bigint) => (gas * 3n) / 2n;

/**
 * Returns the gas limit; undefined when the token would refuse the authorization now. A refusal opens an alert, unless
 * the authorization was already executed.
 */
async function gasFor(
  { network }: SendRun,
  { head }: ChainView,
  authorization: Authorization,
  relayer: `0x${string}`,
): Promise<bigint | undefined> {
  const outcome = await estimateGas(network, { from: relayer, ...transferCall(authorization) });
  if ("answer" in outcome) return withReserve(outcome.answer);
  refusedTransfers.note(authorization.id);
  if ("fault" in outcome) {
    const { chain } = network;
    log().warn({ chain, id: authorization.id, fault: outcome.fault }, "gas was not estimated");
    return undefined;
  }
  if (await readIsUsed(network, authorization, head.hash)) return undefined;
  const text = `The token refuses the signed transfer of ${authorization.id} on ${network.chain}: ${outcome.refusal}. It is retried until its authorization expires. ${AFTER_EXPIRY[authorization.purpose]}`;
  await openAlert({ kind: "token_refuses", subject: authorization.id, text });
  return undefined;
}

/** Returns the transactions whose nonce was used by another transaction and which the new ones replace. */
function supersededBy(slots: readonly Slot[], added: readonly RelayerTransaction[]): string[] {
  const ids = new Set(added.map(({ purposeId }) => purposeId));
  return slots
    .flatMap(({ transactions }) => transactions)
    .filter(({ purposeId }) => purposeId !== null && ids.has(purposeId))
    .map(({ id }) => id);
}

/**
 * Gives each authorization a nonce of the relayer and a signed transaction, stored and not yet sent, and fills
 * remaining nonce gaps. Returns the new slots.
 */
export async function openSlots(
  run: SendRun,
  view: ChainView,
  { slots, authorizations, quote }: Opening,
): Promise<Slot[]> {
  const { keys } = run;
  const fees = firstFees(quote.market, quote.capWei);
  if (!keys || !fees) return [];
  const { relayer } = keys;
  const gasNeeds = await askEach(authorizations, async (authorization) => ({
    authorization,
    gas: await gasFor(run, view, authorization, relayer),
  }));
  const ready = gasNeeds.flatMap(({ authorization, gas }) => (gas ? [{ authorization, gas }] : []));
  const own = slots.filter((slot) => slot.relayerAddress === relayer && isUnmined(view, slot));
  const nonces = {
    next: view.mined.get(relayer)?.atHead ?? 0n,
    taken: new Set(own.map(({ nonce }) => nonce)),
  };
  const plans = freeNonces(nonces, ready.length).flatMap((nonce, index) => {
    const next = ready[index];
    if (!next) return [];
    const { purpose, id: purposeId } = next.authorization;
    return [{ nonce, purpose, purposeId, call: transferCall(next.authorization), gas: next.gas }];
  });
  const gaps = gapNonces({ ...nonces, filled: plans.map(({ nonce }) => nonce) });
  const fillers = gaps.map((nonce) => ({
    ...{ nonce, purpose: "filler" as const, purposeId: null },
    ...{ call: { to: relayer }, gas: FILLER_GAS },
  }));
  await run.lease.hold();
  const added: RelayerTransaction[] = [];
  for (const plan of [...plans, ...fillers]) {
    await run.lease.keep();
    added.push(await buildTransaction(run, keys, { ...plan, fees }));
  }
  await storeTransactions(run, added, supersededBy(slots, added));
  for (const { authorization } of ready)
    await closeAlert({ kind: "token_refuses", subject: authorization.id });
  return slotsOf(added);
}
