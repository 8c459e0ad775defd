import { env } from "@/lib/kernel/env";
import type { Authorization } from "./authorization";
import { affordableTransfers } from "./check-gas";
import type { FeeQuote } from "./fee-quote";
import { openSlots } from "./open-slots";
import { pickPayouts } from "./pick-payouts";
import { recentRefusals } from "./refusals";
import { type ChainView, isUnmined, isUsedUp, type OpenPayouts, type SendRun } from "./run";
import { signPayouts } from "./sign-payouts";
import type { Slot } from "./slot";

/** An authorisation that ends before a transaction could be mined is not worth its gas. */
const LEAST_VALID_S = 10n;

/** Signed, and without a transaction that could still be mined. */
function unsent(
  view: ChainView,
  { slots, authorizations }: OpenPayouts,
  freed: ReadonlySet<string>,
): Authorization[] {
  const idsOf = (of: readonly Slot[]) =>
    new Set(of.flatMap(({ transactions }) => transactions.map(({ purposeId }) => purposeId)));
  const carried = idsOf(slots.filter((slot) => !isUsedUp(view, slot)));
  // Of what is not yet looked after, settling says first whether it has paid.
  const unsettled = idsOf(slots.filter((slot) => isUsedUp(view, slot)));
  const refused = new Set(recentRefusals());
  return authorizations.filter(
    ({ id, state, validBefore }) =>
      (freed.has(id) ? state !== "unpaid" : state === "open" && !unsettled.has(id)) &&
      !carried.has(id) &&
      !refused.has(id) &&
      validBefore > view.head.timeS + LEAST_VALID_S,
  );
}

/**
 * Begins as much as fits beside what is in flight: first what is signed and has no transaction, then approved
 * withdrawals. Answers with the new slots, stored and not yet sent.
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
