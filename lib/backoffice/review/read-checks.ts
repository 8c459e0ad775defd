import type { z } from "zod";
import { NO_POLICY, policyAt } from "@/lib/withdrawals/policy/policy";
import { presentTerms } from "@/lib/withdrawals/policy/present";
import { findPolicyState } from "@/lib/withdrawals/policy/sql-store";
import { screeningProvider } from "@/lib/withdrawals/screening/screening-provider";
import { findList } from "@/lib/withdrawals/screening/sql-store";
import type { reviewSchema } from "./schema";

type Review = z.input<typeof reviewSchema>;

interface Reviewed {
  partnerId: string;
  toAddress: string;
}

/** Screens the address as of now; undefined while the screening is off. */
async function readScreening(toAddress: string): Promise<Review["screening"]> {
  const provider = screeningProvider();
  if (!provider) return undefined;
  const [{ outcome, reason }, list] = await Promise.all([provider.screen(toAddress), findList()]);
  return {
    outcome,
    ...(reason !== null && { reason }),
    ...(list && { listFetchedAt: list.fetchedAt.toISOString() }),
  };
}

/** Reads the payout policy that applies now, and when the partner saved the address. */
async function readPolicy({ partnerId, toAddress }: Reviewed, at: Date): Promise<Review["policy"]> {
  const state = await findPolicyState(partnerId, toAddress, at);
  if (!state) return presentTerms(NO_POLICY);
  const { terms } = policyAt(state, state.at);
  const { savedAt } = state;
  return { ...presentTerms(terms), ...(savedAt && { savedAt: savedAt.toISOString() }) };
}

/** Reads the checks of policies for a review. */
export async function readChecks(
  withdrawal: Reviewed,
  at: Date,
): Promise<Pick<Review, "screening" | "policy">> {
  const [screening, policy] = await Promise.all([
    readScreening(withdrawal.toAddress),
    readPolicy(withdrawal, at),
  ]);
  return { ...(screening && { screening }), policy };
}
