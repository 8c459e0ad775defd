// SQL: compares signed transfers and deposits in lower case.

import type { ChainAddress, TokenName } from "@/lib/chain/networks";
import type { Hex } from "@/lib/chain/read/reply-fields";
import { query } from "@/lib/db";

/** Lists all deposit addresses in lower case. */
export async function listAllAddresses(): Promise<ChainAddress[]> {
  const rows = await query<{ address: ChainAddress }>(
    "list_all_deposit_addresses",
    "SELECT lower(address) AS address FROM deposit_addresses ORDER BY derivation_index",
    [],
  );
  return rows.map(({ address }) => address);
}

/** Sums the deposits of a token to these accounts that were credited without a block. The accounts are in lower case. */
export function sumUnplacedDeposits(
  chain: string,
  token: TokenName,
  accounts: readonly ChainAddress[],
): Promise<{ account: ChainAddress; amountMicroUsd: bigint }[]> {
  return query(
    "sum_unplaced_deposits",
    `SELECT to_address AS account, sum(amount_micro_usd)::bigint AS "amountMicroUsd" FROM deposits
     WHERE chain = $1 AND block_number IS NULL AND token = $2 AND lower(to_address) = ANY($3) GROUP BY 1 ORDER BY 1`,
    [chain, token, accounts],
  );
}

/** A signed transfer that the books do not have as given up. Addresses are in lower case. */
export interface SignedTransfer {
  nonce: Hex;
  fromAddress: string;
  toAddress: string;
  amountMicroUsd: bigint;
}

/** Finds our signed transfers with these authorization nonces. */
export function findSignedTransfers(
  chain: string,
  nonces: readonly Hex[],
): Promise<SignedTransfer[]> {
  return query<SignedTransfer & Record<string, unknown>>(
    "find_signed_transfers",
    `SELECT p.authorization_nonce AS nonce, lower(p.from_address) AS "fromAddress", lower(p.to_address) AS "toAddress",
       p.amount_micro_usd AS "amountMicroUsd"
     FROM payouts p JOIN withdrawals w ON w.id = p.withdrawal_id
     WHERE p.chain = $1 AND p.authorization_nonce = ANY($2) AND w.status <> 'failed'
     UNION ALL
     SELECT s.authorization_nonce, lower(s.from_address), lower(s.to_address), s.amount_micro_usd FROM sweeps s
     WHERE s.chain = $1 AND s.authorization_nonce = ANY($2) AND s.status <> 'expired'
     UNION ALL
     SELECT f.authorization_nonce, f.from_address, f.to_address, f.amount_micro_usd
     FROM found_payouts f JOIN withdrawals w ON w.id = f.withdrawal_id
     WHERE f.chain = $1 AND f.authorization_nonce = ANY($2) AND w.status IN ('pending', 'approved', 'completed')`,
    [chain, nonces],
  );
}
