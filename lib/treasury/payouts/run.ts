import type { ActiveKeys } from "@/lib/chain/keys/active-signer";
import type { Network, Token } from "@/lib/chain/networks";
import type { EndPayout } from "@/lib/withdrawals/payout-port";
import type { Authorization } from "./authorization";
import type { Lease } from "./lease/take-lease";
import type { StateBlock } from "./read-state";
import type { Slot } from "./slot";
import type { OnStep } from "./steps";

/** The data of one poll of a chain, passed to every step. */
export interface SendRun {
  network: Network;
  lease: Lease;
  end: EndPayout;
  onStep: OnStep;
  /** Undefined without keys: stored transactions are watched and resent, and nothing new is signed. */
  keys: ActiveKeys | undefined;
  /** Why there are no keys, when the process has a signer. */
  signerFault: string | undefined;
  /** The token of withdrawals; undefined on a chain that does not pay withdrawals. */
  payoutToken: Token | undefined;
  counts: SendCounts;
}

export interface SendCounts extends Record<string, number> {
  /** The number of signed withdrawals. */
  signed: number;
  /** The number of stored relayer transactions: first ones, replacements and fillers. */
  stored: number;
  replaced: number;
  completed: number;
  failed: number;
}

/** The open work at the start of the poll. */
export interface OpenPayouts {
  slots: Slot[];
  authorizations: Authorization[];
  /** The number and sum of approved withdrawals that are not signed. */
  waiting: { count: bigint; netMicroUsd: bigint };
  /**
   * The last mined nonce of each relayer, while a reorganization could still undo it. After a change of the relayer's key
   * the former one still has such transactions.
   */
  lastMined: readonly { relayerAddress: string; nonce: bigint }[];
}

/** The state of the chain at one instant. */
export interface ChainView {
  head: StateBlock;
  /** The time by the database's clock when the head was read, in seconds. */
  nowS: bigint;
  /** The newest block with the required confirmations; undefined on a shorter chain. */
  confirmed: StateBlock | undefined;
  /** By relayer: the number of its transactions mined up to the head, and up to the confirmed block. */
  mined: ReadonlyMap<string, { atHead: bigint; confirmed: bigint }>;
}

/** Whether the slot's nonce is used as of the confirmed block, by one of its transactions or by another. */
export function isUsedUp({ mined }: ChainView, { relayerAddress, nonce }: Slot): boolean {
  return nonce < (mined.get(relayerAddress)?.confirmed ?? 0n);
}

/** Whether the slot's nonce is free as of the head, so that its transactions can still be mined. */
export function isUnmined({ mined }: ChainView, { relayerAddress, nonce }: Slot): boolean {
  return nonce >= (mined.get(relayerAddress)?.atHead ?? 0n);
}
