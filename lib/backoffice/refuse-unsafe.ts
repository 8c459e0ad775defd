import { ALERTS } from "@/lib/alerts/catalogue";
import { ServiceError } from "@/lib/kernel/errors";
import { findProblem } from "@/lib/withdrawals/addresses/find-problem";
import { PROBLEM_TEXTS } from "@/lib/withdrawals/addresses/problem-texts";
import { screeningProvider } from "@/lib/withdrawals/screening/screening-provider";
import type { AdminWithdrawalRow } from "./store";

const DECIDE = "Reject the withdrawal, or have an administrator release it.";
const WAIT = `Approve the withdrawal when one is loaded: see the alert "${ALERTS.sanctions_list.title}".`;

/**
 * Refuses an approval that no administrator can override, and one that needs a release first.
 * @throws ServiceError WITHDRAWAL_PARTNER_SUSPENDED; WITHDRAWAL_NOT_PAYABLE for an address where the money would be
 * lost; WITHDRAWAL_SCREENED for an address that the sanctions screening holds, or cannot check yet.
 */
export async function refuseUnsafe(withdrawal: AdminWithdrawalRow): Promise<void> {
  if (withdrawal.partnerSuspendedAt) throw new ServiceError("WITHDRAWAL_PARTNER_SUSPENDED");
  const problem = await findProblem(withdrawal);
  if (problem) {
    const text = `The address is ${PROBLEM_TEXTS[problem]}. Reject the withdrawal.`;
    throw new ServiceError("WITHDRAWAL_NOT_PAYABLE", { text });
  }
  await refuseScreened(withdrawal);
}

/** Screens the address again, as the list may have changed since the request. */
async function refuseScreened({ toAddress, screening }: AdminWithdrawalRow): Promise<void> {
  if (screening && screening.releasedAt !== null) return;
  if (screening) throw new ServiceError("WITHDRAWAL_SCREENED");
  const result = await screeningProvider()?.screen(toAddress);
  if (!result || result.outcome === "clear") return;
  // Only a hit can be released: without a list nobody knows what a release would permit.
  const text = `${result.reason} ${result.outcome === "hit" ? DECIDE : WAIT}`;
  throw new ServiceError("WITHDRAWAL_SCREENED", { text });
}
