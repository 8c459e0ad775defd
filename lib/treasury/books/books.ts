import type { ChainAddress, TokenName } from "@/lib/chain/networks";
import type { Hex } from "@/lib/chain/read/reply-fields";
import type { AuthorizationPurpose } from "@/lib/treasury/payouts/authorization";

/** What the books say, all of it as of one instant. Amounts in micro-USD. */
export interface Books {
  /** Owed to partners. */
  wallets: bigint;
  cards: bigint;
  holds: bigint;
  /** The service's own. */
  fees: bigint;
  network: bigint;
  payout: bigint;
  suspense: bigint;
  /** What operator postings moved: paid in, given away or taken in by corrections, spent, and at banks (below zero). */
  capital: bigint;
  adjustments: bigint;
  costs: bigint;
  bank: bigint;
  /** What is on chain by the books: what all others have together. */
  custody: bigint;
  custodyByChain: ReadonlyMap<string, bigint>;
  /** Withdrawals that are asked for and not paid: pending ones, approved ones (net), and those of them that are signed. */
  withdrawals: Record<"pending" | "approved" | "signed", { count: number; netMicroUsd: bigint }>;
  /** By chain. */
  chains: ReadonlyMap<string, ChainBooks>;
}

/** A chain's part. Blocks are those of the cursor and the one that is reconciled at. */
export interface ChainBooks {
  /** The last block that was credited. */
  cursor: bigint;
  /** The block that is reconciled at. */
  block: bigint;
  /** The custody account of each token, as what is on chain by it. */
  custody: ReadonlyMap<string, bigint>;
  deposits: DepositSum[];
  /** Moved for certain in that block or before. */
  moved: MovedSum[];
  /** Signed transfers of which the block alone tells whether they were carried out by then. */
  uncertain: UncertainTransfer[];
  /** What operator postings took from custody. */
  posted: PostedMove[];
  /** From which withdrawals are or were paid, or to which deposits were swept. */
  treasuries: ChainAddress[];
}

/** What came to an address. */
export interface DepositSum {
  token: TokenName;
  toAddress: ChainAddress;
  /** Credited from blocks up to the one of the reconciliation, or from a block that is not known. */
  creditedMicroUsd: bigint;
  /** That part of it which is from blocks after the cursor: what is credited in several steps. */
  aheadMicroUsd: bigint;
  /** Credited from later blocks. */
  laterMicroUsd: bigint;
  /** That part which no block is known of. */
  unplacedMicroUsd: bigint;
}

/** Signed transfers from one account to another: those of withdrawals count from their treasury alone. */
export interface MovedSum {
  purpose: AuthorizationPurpose;
  tokenAddress: ChainAddress;
  fromAddress: ChainAddress;
  /** Null for withdrawals: they leave. */
  toAddress: ChainAddress | null;
  amountMicroUsd: bigint;
}

export interface UncertainTransfer extends MovedSum {
  id: string;
  nonce: Hex;
  /** In the books it is carried out. */
  isCompleted: boolean;
}

/** A leg of an operator posting on a custody account. */
export interface PostedMove {
  postingId: string;
  token: TokenName;
  /** What left custody; below zero what came in. */
  amountMicroUsd: bigint;
  /** The transaction that the administrators named. */
  txHash: Hex | null;
  /** It was posted so lately that the block may come before its transaction. */
  isRecent: boolean;
}
