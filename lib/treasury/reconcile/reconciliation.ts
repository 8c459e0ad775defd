import type { ChainAddress, TokenName } from "@/lib/chain/networks";
import type { Hex } from "@/lib/chain/read/reply-fields";

/** One token of a chain as of one block: actual and expected amounts, and the terms of the difference. In micro-USD. */
export interface TokenReconciliation {
  token: TokenName;
  /** The balance of the treasury. */
  treasuryMicroUsd: bigint;
  /** The total balance of the deposit addresses that were read, and their number. */
  depositAddressesMicroUsd: bigint;
  depositAddressCount: number;
  /** The ledger's custody balance. */
  custodyMicroUsd: bigint;
  /** Already in custody, but from blocks after this one. */
  creditedLaterMicroUsd: bigint;
  /** Received by this block and not yet credited. */
  uncreditedMicroUsd: bigint;
  /** Paid by this block and not yet recorded as completed. */
  paidNotCompletedMicroUsd: bigint;
  /** Recorded as completed and not paid by this block. */
  completedNotPaidMicroUsd: bigint;
  /** Taken from custody by operator postings whose transactions come after this block; negative for amounts added. */
  postedLaterMicroUsd: bigint;
  /** custody − credited later + uncredited − paid, not completed + completed, not paid + posted later */
  expectedMicroUsd: bigint;
  /** The actual minus the expected amount; negative when money is missing. */
  differenceMicroUsd: bigint;
  /** The accounts with an unexpected balance, largest deviation first. At most 100. */
  deviations: Deviation[];
  /** Possible causes; searched only when there is a difference. */
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
   * `received`: came in without a matching deposit or sweep. `sent`: left without a matching withdrawal.
   * `not_on_chain`: credited, but missing in the block from which it was credited. `no_block`: credited without a
   * block.
   */
  kind: "received" | "sent" | "not_on_chain" | "no_block";
  account: ChainAddress;
  /** Positive for a surplus that the cause explains, negative for a shortage. */
  amountMicroUsd: bigint;
  /** Null for a credit without a block. */
  txHash: Hex | null;
  blockNumber: bigint | null;
  /** The other account of the transfer. */
  counterparty: ChainAddress | null;
}

/** The reconciliation of a chain as of one block. */
export interface ChainReconciliation {
  block: { number: bigint; hash: Hex; at: Date };
  /**
   * How many confirmed blocks the watcher had not read when the books were read. Equality says nothing about them: a
   * restored database is equal to the chain of its own time.
   */
  behindBlocks: bigint;
  treasuries: ChainAddress[];
  /** The account that pays the gas, and its balance in the chain's coin; undefined without keys. */
  relayer: { address: ChainAddress; balanceWei: bigint } | undefined;
  tokens: TokenReconciliation[];
}

/** `off`: no node is configured. `unread`: the watcher has not started. `unreachable`: the node failed with `fault`. */
export type ChainOutcome =
  | { chain: string; state: "off" | "unread" }
  | { chain: string; state: "unreachable"; fault: string }
  | ({ chain: string; state: "equal" | "unequal" } & ChainReconciliation);
