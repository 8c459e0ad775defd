import { type Hex, keccak256 } from "viem";
import type { ChainAddress } from "@/lib/chain/networks";
import { newId } from "@/lib/kernel/ids";
import type { Fees } from "./fees";
import type { SendRun } from "./run";
import { bySigner } from "./signer-fault";
import type { RelayerTransaction } from "./slot";

/** The gas of a plain transfer without value, on every EVM chain. */
export const FILLER_GAS = 21_000n;

export interface Plan extends Pick<RelayerTransaction, "nonce" | "purpose" | "purposeId"> {
  call: { to: ChainAddress; data?: Hex | undefined };
  gas: bigint;
  fees: Fees;
}

/**
 * Signs a transaction of the relayer. The hash is computed from the signed bytes, not taken from a node.
 * @throws SignerFault
 */
export async function buildTransaction(
  { network }: SendRun,
  { signer, relayer }: NonNullable<SendRun["keys"]>,
  { nonce, purpose, purposeId, call, gas, fees }: Plan,
): Promise<RelayerTransaction> {
  const transaction = {
    type: "eip1559" as const,
    chainId: network.chainId,
    nonce: Number(nonce),
    gas,
    to: call.to,
    data: call.data ?? "0x",
    value: 0n,
    maxFeePerGas: fees.maxFeePerGasWei,
    maxPriorityFeePerGas: fees.maxPriorityFeePerGasWei,
  };
  const raw = await bySigner(network.chain, "relayer", () => signer.signTransaction(transaction));
  return {
    id: newId("rtx"),
    relayerAddress: relayer,
    nonce,
    purpose,
    purposeId,
    hash: keccak256(raw),
    raw,
    ...fees,
    broadcastAt: null,
  };
}
