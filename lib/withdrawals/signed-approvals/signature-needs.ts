import { findToken } from "@/lib/chain/find-token";
import { payoutNetwork } from "@/lib/chain/payout-network";
import { env } from "@/lib/kernel/env";
import type { ApprovedPayout } from "./challenge";

interface Payable {
  id: string;
  toAddress: string;
  amountMicroUsd: bigint;
  feeMicroUsd: bigint;
}

/** Whether a payout of this amount needs signatures. The amount is what is sent: without the fee. */
export function needsSignature(paidMicroUsd: bigint): boolean {
  const { APPROVAL_SIGNATURE_ABOVE_USD: aboveMicroUsd } = env();
  return aboveMicroUsd !== undefined && paidMicroUsd > aboveMicroUsd;
}

/** How many different approvers must sign a payout of this amount by the settings; 0 where none must. */
export function signaturesNeeded(paidMicroUsd: bigint): number {
  return needsSignature(paidMicroUsd) ? env().APPROVAL_SIGNATURES : 0;
}

/** The payout of a withdrawal, on the chain and in the token that pay withdrawals. */
export function payoutOf({ id, toAddress, amountMicroUsd, feeMicroUsd }: Payable): ApprovedPayout {
  const network = payoutNetwork(env().SERVICE_ENVIRONMENT);
  const token = findToken(network, "usdc");
  if (!token) throw new Error(`${network.chain} has no USDC`);
  return {
    chainId: network.chainId,
    tokenAddress: token.address,
    withdrawalId: id,
    toAddress,
    paidMicroUsd: amountMicroUsd - feeMicroUsd,
  };
}
