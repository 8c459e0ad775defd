import type { Hex } from "viem";
import type { AuthorizationPurpose } from "./authorization";

/** A stored transaction of the relayer. It is stored before it is first sent. */
export interface RelayerTransaction {
  id: string;
  relayerAddress: string;
  nonce: bigint;
  /** A filler transfers nothing: it uses a nonce, so that transactions with later nonces can be mined. */
  purpose: AuthorizationPurpose | "filler";
  purposeId: string | null;
  hash: Hex;
  /** The signed bytes. */
  raw: Hex;
  maxFeePerGasWei: bigint;
  maxPriorityFeePerGasWei: bigint;
  /** The chain's time of the first broadcast; null before. */
  broadcastAt: Date | null;
}

/** A nonce of the relayer with its transaction and the replacements, oldest first. At most one of them is mined. */
export interface Slot {
  relayerAddress: string;
  nonce: bigint;
  transactions: [RelayerTransaction, ...RelayerTransaction[]];
}

/** Returns the transaction with the highest fees, which a network that knows all of them would mine. */
export function bestOf({ transactions: [first, ...replacements] }: Slot): RelayerTransaction {
  return replacements.reduce(
    (best, each) => (each.maxFeePerGasWei > best.maxFeePerGasWei ? each : best),
    first,
  );
}

/** Groups transactions, oldest first, by nonce. */
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
