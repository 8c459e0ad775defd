import type { ChainAddress, TokenName } from "@/lib/chain/networks";
import type { Hex } from "@/lib/chain/read/reply-fields";
import type { AuthorizationPurpose } from "@/lib/treasury/payouts/authorization";

/** The sums of the books as of one instant, in micro-USD. */
export interface Books {
  /** Money owed to partners. */
  wallets: bigint;
  cards: bigint;
  holds: bigint;
  /** The shortfalls of cards; 0 or negative. */
  shortfalls: bigint;
  /** The service's own money. */
  fees: bigint;
  network: bigint;
  /** The provisional credits of open disputes; 0 or negative. */
  disputes: bigint;
  payout: bigint;
  suspense: bigint;
  /**
   * The accounts of operator postings: capital paid in, corrections given and taken, costs, and money at banks
   * (negative).
   */
  capital: bigint;
  adjustments: bigint;
  costs: bigint;
  bank: bigint;
  /** The tokens on chain according to the books: the sum of all other accounts. */
  custody: bigint;
  custodyByChain: ReadonlyMap<string, bigint>;
  /** Unpaid withdrawals: pending ones, approved ones (net), and those approved ones that are signed. */
  withdrawals: Record<"pending" | "approved" | "signed", { count: number; netMicroUsd: bigint }>;
  /** By chain. */
  chains: ReadonlyMap<string, ChainBooks>;
}

/** The books of one chain, as of the cursor and the reconciled block. */
export interface ChainBooks {
  /** The last block whose deposits are credited. */
  cursor: bigint;
  /** The reconciled block. */
  block: bigint;
  /** The balance of each token's custody account. */
  custody: ReadonlyMap<string, bigint>;
  addresses: AddressSum[];
  /** Deposits from blocks after the cursor or after the reconciled block, by address. */
  youngDeposits: YoungDeposits[];
  treasurySums: TreasurySum[];
  /**
   * Those of the signed transfers of which only the chain tells whether they were carried out by the reconciled block. All others
   * certainly were.
   */
  uncertain: UncertainTransfer[];
  /** Amounts that operator postings took from custody. */
  posted: PostedMove[];
  /** Treasuries that pay or paid withdrawals, or that received sweeps. */
  treasuries: ChainAddress[];
}

/** What an address received by deposits, without what signed sweeps took from it. Expired sweeps took nothing. */
export interface AddressSum {
  token: TokenName;
  address: ChainAddress;
  amountMicroUsd: bigint;
}

export interface YoungDeposits {
  token: TokenName;
  toAddress: ChainAddress;
  /** Credited from blocks up to the reconciled one: credits of a range that takes several commits. */
  aheadMicroUsd: bigint;
  /** Credited from blocks after the reconciled one. */
  laterMicroUsd: bigint;
}

/**
 * What signed sweeps brought to an address, without what signed payouts took from it. Expired sweeps and failed payouts
 * moved nothing.
 */
export interface TreasurySum {
  tokenAddress: ChainAddress;
  address: ChainAddress;
  amountMicroUsd: bigint;
}

/** A transfer between two accounts. */
export interface Moved {
  tokenAddress: ChainAddress;
  fromAddress: ChainAddress;
  /** Null for money that leaves. */
  toAddress: ChainAddress | null;
  amountMicroUsd: bigint;
}

export interface UncertainTransfer extends Moved {
  purpose: AuthorizationPurpose;
  id: string;
  nonce: Hex;
  /** Whether the books have the transfer as completed. */
  isCompleted: boolean;
}

/** The leg of an operator posting on a custody account. */
export interface PostedMove {
  postingId: string;
  token: TokenName;
  /** The amount that left custody; negative for money that came in. */
  amountMicroUsd: bigint;
  /** The transaction that the administrators entered. */
  txHash: Hex | null;
  /** Whether the posting is so recent that its transaction may come after the reconciled block. */
  isRecent: boolean;
}
