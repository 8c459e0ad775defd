import { env } from "@/lib/kernel/env";
import type { Authorization } from "./authorization";
import { affordableTransfers } from "./check-gas";
import type { FeeQuote } from "./fee-quote";
import { openSlots } from "./open-slots";
import { pickPayouts } from "./pick-payouts";
import { refusedTransfers } from "./refusals";
import { type ChainView, isUnmined, isUsedUp, type OpenPayouts, type SendRun } from "./run";
import { signPayouts } from "./sign-payouts";
import type { Slot } from "./slot";

/** With less validity left, the authorization would expire before its transaction could be mined. */
const LEAST_VALID_S = 10n;

/** Returns the signed authorizations without a transaction that could still be mined. */
function unsent(
  view: ChainView,
  { slots, authorizations }: OpenPayouts,
  freed: ReadonlySet<string>,
): Authorization[] {
  const idsOf = (of: readonly Slot[]) =>
    new Set(of.flatMap(({ transactions }) => transactions.map(({ purposeId }) => purposeId)));
  const carried = idsOf(slots.filter((slot) => !isUsedUp(view, slot)));
  // Used slots that are not settled yet are excluded: settling must first show whether they paid.
  const unsettled = idsOf(slots.filter((slot) => isUsedUp(view, slot)));
  const refused = new Set(refusedTransfers.recent());
  return authorizations.filter(
    ({ id, state, validBefore }) =>
      (freed.has(id) ? state !== "unpaid" : state === "open" && !unsettled.has(id)) &&
      !carried.has(id) &&
      !refused.has(id) &&
      validBefore > view.head.timeS + LEAST_VALID_S,
  );
}

/**
 * Starts as much as fits beside the transactions in flight: first signed authorizations without a transaction, then
 * approved withdrawals. Returns the new slots, stored and not yet sent.
 */
export async function sendNew(
  run: SendRun,
  view: ChainView,
  work: OpenPayouts,
  { freed, quote }: { freed: ReadonlySet<string>; quote: FeeQuote | undefined },
): Promise<Slot[]> {
  const inFlight = work.slots.filter((slot) => isUnmined(view, slot)).length;
  const room = env().CHAIN_MAX_IN_FLIGHT - inFlight;
  const resent = unsent(view, work, freed).slice(0, Math.max(0, room));
  const limit = room - resent.length;
  const picked = await pickPayouts(run, view, { ...work, freed }, limit);
  if (!quote) return [];
  const wanted = resent.length + picked.length;
  const affordable =
    wanted === 0 ? 0 : await affordableTransfers(run, view, quote, { inFlight, wanted });
  const begun = picked.slice(0, Math.max(0, affordable - resent.length));
  const signed = await signPayouts(run, view, begun);
  const authorizations = [...resent.slice(0, affordable), ...signed];
  return openSlots(run, view, { slots: work.slots, authorizations, quote });
}
