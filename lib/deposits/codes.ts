/**
 * The statuses of a deposit. `held`: the address belongs to a terminated card or deleted user; the operator decides.
 */
export const DEPOSIT_STATUSES = ["confirming", "held", "credited"] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

/**
 * The outcomes of a transfer, in the order of precedence: the first one found in a transaction is the response's code.
 */
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

/** The reasons why a transaction has no transfer to explain. */
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
