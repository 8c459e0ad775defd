import { env } from "@/lib/kernel/env";
import { type ChainView, isUnmined, type OpenPayouts, type SendRun } from "./run";
import { setAlert } from "./set-alert";

/** After this multiple of the replacement delay, another replacement will not help. */
const STUCK_AFTER_WAITS = 20;

/** Opens an alert about transactions that are not mined although their fees were raised. */
export async function raiseStuckAlert(
  { network }: SendRun,
  view: ChainView,
  { slots }: OpenPayouts,
): Promise<void> {
  const stuckAfterMs = env().CHAIN_REPLACE_AFTER_MS * STUCK_AFTER_WAITS;
  const stuck = slots.filter(({ transactions: [first], ...slot }) => {
    const sinceMs = Number(view.head.timeS) * 1_000 - (first.broadcastAt?.getTime() ?? Infinity);
    return sinceMs > stuckAfterMs && isUnmined(view, { ...slot, transactions: [first] });
  });
  const { chain } = network;
  const text = `${stuck.length} relayer transactions on ${chain} were sent but are not mined.`;
  await setAlert("payout_stuck", chain, stuck.length === 0 ? undefined : text);
}
