import type { ChainAddress, Network, Token } from "@/lib/chain/networks";
import type { ChainSigner } from "@/lib/chain/signer/port";
import type { EndPayout } from "@/lib/withdrawals/payout-port";
import type { Authorization } from "./authorization";
import type { Lease } from "./lease/take-lease";
import type { StateBlock } from "./read-state";
import type { Slot } from "./slot";
import type { OnStep } from "./steps";

/** What every step of one look at a chain has at hand. */
export interface SendRun {
  network: Network;
  lease: Lease;
  end: EndPayout;
  onStep: OnStep;
  /** Undefined without keys: then what is stored is watched and sent again, and nothing new is signed. */
  keys: { signer: ChainSigner; treasury: ChainAddress; relayer: ChainAddress } | undefined;
  /** The token that withdrawals are paid in; undefined on a chain that they are not paid on. */
  payoutToken: Token | undefined;
  counts: SendCounts;
}

export interface SendCounts extends Record<string, number> {
  /** Withdrawals signed for. */
  signed: number;
  /** Transactions of the relayer, first ones, replacements and fillers. */
  stored: number;
  replaced: number;
  completed: number;
  failed: number;
}

/** What was open when the look began. */
export interface OpenPayouts {
  slots: Slot[];
  authorizations: Authorization[];
  /** Approved withdrawals that nothing is signed for: how many, and what they come to. */
  waiting: { count: bigint; netMicroUsd: bigint };
  /** The relayer's last nonce that was mined, while a reorganisation could still take it back. */
  lastMined: { relayerAddress: string; nonce: bigint } | undefined;
}

/** The chain as of one instant. */
export interface ChainView {
  head: StateBlock;
  /** The time by the database's clock when the head was read, in seconds. */
  nowS: bigint;
  /** The newest block that counts as certain; undefined on a chain that is shorter than that. */
  confirmed: StateBlock | undefined;
  /** By relayer: how many of its transactions were mined up to the head, and up to the confirmed block. */
  mined: ReadonlyMap<string, { atHead: bigint; confirmed: bigint }>;
}

/** By what is confirmed: the slot's nonce is used up, by one of its transactions or by something else. */
export function isUsedUp({ mined }: ChainView, { relayerAddress, nonce }: Slot): boolean {
  return nonce < (mined.get(relayerAddress)?.confirmed ?? 0n);
}

/** By the newest block its nonce is free: a transaction of it can still be mined. */
export function isUnmined({ mined }: ChainView, { relayerAddress, nonce }: Slot): boolean {
  return nonce >= (mined.get(relayerAddress)?.atHead ?? 0n);
}
