import type { ChainAddress } from "@/lib/chain/networks";
import { query } from "@/lib/db";

export async function findWalletAddress(partnerId: string): Promise<ChainAddress> {
  const rows = await query<{ address: ChainAddress }>(
    "find_wallet_address",
    "SELECT address FROM deposit_addresses WHERE partner_id = $1 AND card_id IS NULL",
    [partnerId],
  );
  const [row] = rows;
  if (!row) throw new Error("the partner has no deposit address");
  return row.address;
}

/** Returns the deposit address of a card; null when the card has none, undefined when the card is not the partner's. */
export async function findCardAddress(
  partnerId: string,
  cardId: string,
): Promise<{ address: ChainAddress | null } | undefined> {
  const rows = await query<{ address: ChainAddress | null }>(
    "find_card_address",
    `SELECT deposit_address AS address FROM cards WHERE partner_id = $1 AND id = $2`,
    [partnerId, cardId],
  );
  return rows[0];
}
