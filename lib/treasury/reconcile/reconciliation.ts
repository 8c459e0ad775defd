import type { ChainAddress, TokenName } from "@/lib/chain/networks";
import type { Hex } from "@/lib/chain/read/reply-fields";

/** One token of a chain as of one block: what is there, what should be, and why. Amounts in micro-USD. */
export interface TokenReconciliation {
  token: TokenName;
  /** What the treasury has. */
  treasuryMicroUsd: bigint;
  /** What the deposit addresses that were asked have together, and how many they are. */
  depositAddressesMicroUsd: bigint;
  depositAddressCount: number;
  /** What custody is by the ledger. */
  custodyMicroUsd: bigint;
  /** In custody already, from blocks after this one. */
  creditedLaterMicroUsd: bigint;
  /** Came by this block, and not yet credited. */
  uncreditedMicroUsd: bigint;
  /** Paid by this block, and not yet written down as completed. */
  paidNotCompletedMicroUsd: bigint;
  /** Written down as completed, and not paid by this block. */
  completedNotPaidMicroUsd: bigint;
  /** Taken from custody by operator postings, whose transactions this block does not have yet; below zero added to it. */
  postedLaterMicroUsd: bigint;
  /** custody − credited later + uncredited − paid, not completed + completed, not paid + posted later */
  expectedMicroUsd: bigint;
  /** What is there more than expected; below zero what is missing. */
  differenceMicroUsd: bigint;
  /** The accounts that have other than expected, the farthest off first. At most 100. */
  deviations: Deviation[];
  /** What the difference may come from; looked for only where there is one. */
  causes: Cause[];
}

export interface Deviation {
  account: ChainAddress;
  isTreasury: boolean;
  balanceMicroUsd: bigint;
  expectedMicroUsd: bigint;
}

export interface Cause {
  /**
   * `received`: came in, and no deposit or sweep stands for it. `sent`: left, and no withdrawal stands for it.
   * `not_on_chain`: credited, and not in the block that it was credited from. `no_block`: credited without the chain.
   */
  kind: "received" | "sent" | "not_on_chain" | "no_block";
  account: ChainAddress;
  /** Above zero what there is too much by it, below zero what there is too little. */
  amountMicroUsd: bigint;
  /** Not of what was credited without the chain. */
  txHash: Hex | null;
  blockNumber: bigint | null;
  /** The other side of the transfer. */
  counterparty: ChainAddress | null;
}

/** A chain as of one block. */
export interface ChainReconciliation {
  block: { number: bigint; hash: Hex; at: Date };
  treasuries: ChainAddress[];
  /** The account that pays the gas, and what coin it has; undefined without keys. */
  relayer: { address: ChainAddress; balanceWei: bigint } | undefined;
  tokens: TokenReconciliation[];
}

/** `off`: no node is set. `unread`: the watcher has not begun. `unreachable`: `fault` says why it could not be looked at. */
export type ChainOutcome =
  | { chain: string; state: "off" | "unread" }
  | { chain: string; state: "unreachable"; fault: string }
  | ({ chain: string; state: "equal" | "unequal" } & ChainReconciliation);
