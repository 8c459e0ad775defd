import { closeAlert } from "@/lib/alerts/close-alert";
import { endCauses } from "@/lib/alerts/end-causes";
import { openAlert } from "@/lib/alerts/open-alert";
import { askEach } from "@/lib/chain/read/ask-each";
import { now } from "@/lib/kernel/clock";
import { perProcess } from "@/lib/kernel/per-process";
import type { Authorization } from "./authorization";
import { conclude } from "./conclude";
import { searchEndMs } from "./find-use";
import { readAlone } from "./read-alone";
import { type SettledTransaction, settleTransactions } from "./relayer/store";
import { type ChainView, isUsedUp, type OpenPayouts, type SendRun } from "./run";
import type { Slot } from "./slot";
import { type AuthorizationFacts, readSlotFacts, type SlotFacts } from "./slot-facts";

/** Each slot costs several requests, so further slots wait for the next poll. */
const MAX_SETTLED = 32;

/** Rotates through the slots, so that slots that cannot be settled yet do not block others. */
const rotation = perProcess("settledSlots", () => ({ turn: 0 }));
function inTurn(slots: readonly Slot[]): readonly Slot[] {
  if (slots.length <= MAX_SETTLED) return slots;
  const start = (rotation.turn++ * MAX_SETTLED) % slots.length;
  return [...slots.slice(start), ...slots.slice(0, start)].slice(0, MAX_SETTLED);
}

const idsOf = ({ transactions }: Slot) => [
  ...new Set(transactions.map(({ id, purposeId }) => purposeId ?? id)),
];

function settled({ slot, receipts, authorizations }: SlotFacts): SettledTransaction[] {
  return slot.transactions.map(({ id, hash }) => {
    const receipt = receipts.get(id);
    const hasPaid = authorizations.some(({ usedBy }) => usedBy === hash);
    const status = receipt?.status === "0x1" || hasPaid ? "mined" : "reverted";
    return receipt || hasPaid
      ? { id, status, blockNumber: receipt?.blockNumber ?? null }
      : { id, status: "superseded", blockNumber: null };
  });
}

/** Opens an alert when a deep reorganization undid a payment that was reported as completed. */
async function raiseLossAlert({ id, state }: Authorization): Promise<void> {
  if (state !== "paid") return;
  const text = `${id} was completed, but the chain has dropped its payment.`;
  await openAlert({ kind: "payout_lost", subject: id, text });
  await closeAlert({ kind: "payout_returned", subject: id });
}

/**
 * Closes that alert when the payment is on the chain again. Opens another one if a person had closed it: the partner may have been
 * paid in another way.
 */
async function endLoss({ id, state }: Authorization, usedBy: string): Promise<void> {
  if (state !== "paid") return;
  await endCauses("payout_lost", [id], (subject) =>
    openAlert({
      kind: "payout_returned",
      subject,
      text: `${subject} was paid after all, in transaction ${usedBy}. A person had closed the alert that the chain has dropped its payment.`,
    }),
  );
}

/**
 * Returns whether the result of the authorization is known. Otherwise it needs another transaction, or the node does
 * not report the result yet.
 */
async function concludeIfUsed(
  run: SendRun,
  { authorization, isUsed, usedBy }: AuthorizationFacts,
  freed: Set<string>,
): Promise<boolean> {
  if (usedBy) {
    await endLoss(authorization, usedBy);
    return conclude(run, authorization, { paidBy: usedBy });
  }
  if (isUsed) return false;
  if (authorization.state === "unpaid") return true;
  await raiseLossAlert(authorization);
  freed.add(authorization.id);
  return false;
}

/**
 * Settles the slots whose nonce is used as of the confirmed block, with their authorizations. A slot whose nonce was
 * used by another transaction stays stored until a new slot replaces it. So does one that could not be read: it may
 * have paid, so its authorizations get no other transaction before it was. Returns the ids of the authorizations that
 * need one.
 */
export async function settleSlots(
  run: SendRun,
  view: ChainView,
  { slots, authorizations }: OpenPayouts,
): Promise<ReadonlySet<string>> {
  const { confirmed } = view;
  const freed = new Set<string>();
  if (!confirmed) return freed;
  const usedUp = inTurn(slots.filter((slot) => isUsedUp(view, slot)));
  const until = { upTo: confirmed, endMs: searchEndMs() };
  const facts = await askEach(usedUp, (slot) =>
    readAlone(run.network, idsOf(slot), () =>
      readSlotFacts(run.network, slot, authorizations, until),
    ),
  );
  for (const each of facts) {
    if (!each) continue;
    let isSettled = true;
    for (const found of each.authorizations)
      isSettled = (await concludeIfUsed(run, found, freed)) && isSettled;
    if (!isSettled) continue;
    await settleTransactions(run.lease, settled(each), now());
    const ids = each.authorizations.map(({ authorization }) => authorization.id);
    await run.onStep("transaction-settled", ids);
  }
  return freed;
}
