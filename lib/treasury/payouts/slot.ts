import type { Hex } from "viem";
import type { AuthorizationPurpose } from "./authorization";

/** A transaction of the relayer as it is stored, before it is sent for the first time. */
export interface RelayerTransaction {
  id: string;
  relayerAddress: string;
  nonce: bigint;
  /** A filler moves nothing: it uses a nonce up, so that those after it can go. */
  purpose: AuthorizationPurpose | "filler";
  purposeId: string | null;
  hash: Hex;
  /** The signed bytes. */
  raw: Hex;
  maxFeePerGasWei: bigint;
  maxPriorityFeePerGasWei: bigint;
  /** The chain's time when it was sent first; null until then. */
  broadcastAt: Date | null;
}

/** What has one nonce of the relayer: a transaction and its replacements, oldest first. One of them at most is mined. */
export interface Slot {
  relayerAddress: string;
  nonce: bigint;
  transactions: [RelayerTransaction, ...RelayerTransaction[]];
}

/** What would be mined if all of them were known to the network: the one with the highest fees. */
export function bestOf({ transactions: [first, ...replacements] }: Slot): RelayerTransaction {
  return replacements.reduce(
    (best, each) => (each.maxFeePerGasWei > best.maxFeePerGasWei ? each : best),
    first,
  );
}

/** Transactions, oldest first, by their nonce. */
export function slotsOf(transactions: readonly RelayerTransaction[]): Slot[] {
  const slots = new Map<string, Slot>();
  for (const transaction of transactions) {
    const { relayerAddress, nonce } = transaction;
    const key = `${relayerAddress}:${nonce}`;
    const slot = slots.get(key);
    if (slot) slot.transactions.push(transaction);
    else slots.set(key, { relayerAddress, nonce, transactions: [transaction] });
  }
  return [...slots.values()];
}
