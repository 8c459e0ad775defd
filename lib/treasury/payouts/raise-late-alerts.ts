import { env } from "@/lib/kernel/env";
import { type ChainView, isUnmined, isUsedUp, type OpenPayouts, type SendRun } from "./run";
import { setAlert } from "./set-alert";
import type { Slot } from "./slot";

/** After this multiple of the replacement delay, neither another replacement nor another poll will help. */
const LATE_AFTER_WAITS = 20;
/** How long after its end an authorization that no transaction carries may be without a result. */
const EXPIRED_S = 3_600n;

/** Opens an alert about transactions that are not mined although their fees were raised. */
async function raiseStuckAlert(
  { network: { chain } }: SendRun,
  view: ChainView,
  late: readonly Slot[],
): Promise<void> {
  const stuck = late.filter((slot) => isUnmined(view, slot));
  const text = `${stuck.length} relayer transactions on ${chain} were sent but are not mined.`;
  await setAlert("payout_stuck", chain, stuck.length === 0 ? undefined : text);
}

/**
 * Opens an alert about authorizations whose transaction was mined long ago, or that are over, and whose result the node
 * does not report. Their withdrawals stay approved, and nothing else would tell anybody.
 */
async function raiseUnreadAlert(
  { network: { chain } }: SendRun,
  view: ChainView,
  { slots, authorizations }: OpenPayouts,
  late: readonly Slot[],
): Promise<void> {
  const idsOf = (some: readonly Slot[]) =>
    new Set(some.flatMap(({ transactions }) => transactions.map(({ purposeId }) => purposeId)));
  const [carried, mined] = [idsOf(slots), idsOf(late.filter((slot) => isUsedUp(view, slot)))];
  // Over by both clocks: a node that is behind does not know the end yet.
  const isOver = (atS: bigint) => atS <= view.nowS && atS <= view.head.timeS;
  const unread = authorizations.filter(
    ({ id, state, validBefore }) =>
      state === "open" && (mined.has(id) || (!carried.has(id) && isOver(validBefore + EXPIRED_S))),
  );
  const named = unread.slice(0, 3).map(({ id }) => id);
  const more = unread.length > named.length ? ` and ${unread.length - named.length} more` : "";
  const text = `The node of ${chain} does not report the result of ${named.join(", ")}${more}.`;
  await setAlert("payout_unread", chain, unread.length === 0 ? undefined : text);
}

/** Opens the alerts about what was sent long ago and has no result, and closes them when nothing is late. */
export async function raiseLateAlerts(
  run: SendRun,
  view: ChainView,
  work: OpenPayouts,
): Promise<void> {
  const lateAfterMs = env().CHAIN_REPLACE_AFTER_MS * LATE_AFTER_WAITS;
  const late = work.slots.filter(({ transactions: [first] }) => {
    const sentMs = first.broadcastAt?.getTime() ?? Number.POSITIVE_INFINITY;
    return Number(view.head.timeS) * 1_000 - sentMs > lateAfterMs;
  });
  await raiseStuckAlert(run, view, late);
  await raiseUnreadAlert(run, view, work, late);
}
