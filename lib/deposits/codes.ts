/** Where a deposit is. `held`: it came to the address of a terminated card and waits for the operator. */
export const DEPOSIT_STATUSES = ["confirming", "held", "credited"] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/** Why a transfer was or was not credited, most telling first: the first that a transaction has is its answer. */
export const TRANSFER_CODES = [
  "credited",
  "confirming",
  "being_credited",
  "held",
  "missed",
  "other_contract",
  "zero_amount",
  "not_your_address",
] as const;
export type TransferCode = (typeof TRANSFER_CODES)[number];

/** Why there is no transfer to tell of. */
export const TRANSACTION_CODES = [
  "native_coin",
  "transaction_failed",
  "no_transfers",
  "not_mined",
  "found_on_other_chain",
  "not_found",
  "chain_not_supported",
  "chain_unreachable",
] as const;
export type TransactionCode = (typeof TRANSACTION_CODES)[number];
