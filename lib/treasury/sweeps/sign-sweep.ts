import { type Hex, isAddressEqual, keccak256, recoverTypedDataAddress, stringToHex } from "viem";
import type { ChainAddress, Token } from "@/lib/chain/networks";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import type { Authorization } from "@/lib/treasury/payouts/authorization";
import { authorizationToSign } from "@/lib/treasury/payouts/token-calls";
import type { SweepRun } from "./run";

export interface PlannedSweep {
  address: ChainAddress;
  depositIndex: number;
  amountMicroUsd: bigint;
}

/** The authorization nonce of a sweep, derived from its id: the token executes each sweep at most once. */
export const sweepNonce = (sweepId: string): Hex => keccak256(stringToHex(sweepId));

/**
 * Signs the transfer from a deposit address to the treasury with the address's own key.
 * @throws when the signature is not the address's: the address was derived from other keys than the signer's.
 */
export async function signSweep(
  { network, signer, treasury, head }: SweepRun,
  token: Token,
  { address, depositIndex, amountMicroUsd }: PlannedSweep,
): Promise<Authorization> {
  const id = newId("swp");
  const unsigned = {
    ...{ purpose: "sweep" as const, id, partnerId: null, nonce: sweepNonce(id) },
    ...{ tokenAddress: token.address, fromAddress: address, toAddress: treasury, amountMicroUsd },
    validBefore: head.timeS + BigInt(env().CHAIN_PAYOUT_VALID_S),
  };
  const message = authorizationToSign(network, token, unsigned);
  const signature = await signer.signAuthorization({ depositIndex }, message);
  const by = await recoverTypedDataAddress({ ...message, signature });
  if (!isAddressEqual(by, address))
    throw new Error(`the signer signed for ${by} instead of the deposit address ${address}`);
  return { ...unsigned, signedAt: now(), signature, state: "open" };
}
