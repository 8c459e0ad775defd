import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { now } from "@/lib/kernel/clock";
import { screeningProvider } from "@/lib/withdrawals/screening/screening-provider";
import { recordScreening } from "@/lib/withdrawals/screening/sql-store";
import type { WaitingPayout } from "./authorization";
import { refusedTransfers } from "./refusals";
import { isWaiting } from "./store";

const KIND = "payout_screened";

/** Screens one withdrawal again, and records the result. Returns whether it may be signed. */
async function isPassed({ withdrawalId, partnerId, toAddress }: WaitingPayout): Promise<boolean> {
  const result = await screeningProvider()?.screen(toAddress);
  if (!result) return true;
  const screening = { withdrawalId, partnerId, stage: "payout", result, at: now() } as const;
  const isReleased = await recordScreening(screening);
  if (result.outcome === "clear" || isReleased) {
    await closeAlert({ kind: KIND, subject: withdrawalId });
    return true;
  }
  refusedTransfers.note(withdrawalId);
  const text = `${withdrawalId} to ${toAddress} was approved and is not signed: ${result.reason} It stays approved.`;
  await openAlert({ kind: KIND, subject: withdrawalId, text });
  // The withdrawal may have been failed just before, and its alert closed with it.
  if (!(await isWaiting(withdrawalId))) await closeAlert({ kind: KIND, subject: withdrawalId });
  return false;
}

/**
 * Returns the withdrawals that pass the sanctions screening right before they are signed. One that does not is skipped for
 * a while, with an alert; the others continue. Source: docs/decisions/0095-sanctions-screening.md
 */
export async function screenPayouts(waiting: readonly WaitingPayout[]): Promise<WaitingPayout[]> {
  const passed: WaitingPayout[] = [];
  for (const payout of waiting) if (await isPassed(payout)) passed.push(payout);
  return passed;
}
