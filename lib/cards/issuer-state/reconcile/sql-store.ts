// SQL: reads all cards of an issuer in batches, in the order of an index.

import { query } from "@/lib/db";
import { instantAfter, msUntil } from "@/lib/db/database-clock";
import type { IssuerName } from "../../network/message";
import type { CardStatus } from "../../states";

/** A card of ours at a real issuer. */
export interface OwnCard {
  issuerCardId: string;
  cardId: string;
  status: CardStatus;
  /** Created, changed or not yet delivered since the comparison began: the issuer's list may be older. */
  isChanging: boolean;
}

/**
 * Finds the next cards of an issuer, by the issuer's id. Changes since an instant count by the clock of the database, which dates the
 * account of a card: the card's own time is of the process that created it.
 */
export function findOwnCards(
  issuer: IssuerName,
  afterId: string,
  since: Date,
  limit: number,
): Promise<OwnCard[]> {
  const began = instantAfter("$3");
  return query<OwnCard & Record<string, unknown>>(
    "find_own_cards",
    `SELECT c.issuer_card_id AS "issuerCardId", c.id AS "cardId", c.status,
       (a.created_at >= ${began} OR coalesce(u.due_at IS NOT NULL OR u.created_at >= ${began}, false)) AS "isChanging"
     FROM cards c LEFT JOIN ledger.accounts a ON a.id = 'card:' || c.id
       LEFT JOIN issuer_updates u ON u.issuer = c.issuer AND u.kind = 'card' AND u.issuer_id = c.issuer_card_id
     WHERE c.issuer = $1 AND c.issuer <> 'sandbox' AND c.issuer_card_id > $2 ORDER BY c.issuer_card_id LIMIT $4`,
    [issuer, afterId, msUntil(since), limit],
  );
}

/** The cards of an issuer that were given up and whose termination is not delivered yet. */
export async function findGivenUpCards(issuer: IssuerName): Promise<string[]> {
  const rows = await query<{ id: string }>(
    "find_given_up_cards",
    `SELECT issuer_id AS id FROM issuer_updates
     WHERE issuer = $1 AND kind = 'card' AND request_key IS NOT NULL AND due_at IS NOT NULL`,
    [issuer],
  );
  return rows.map(({ id }) => id);
}

/** The users of cardholders. */
export function findUsersOfCardholders(
  issuer: IssuerName,
  cardholderIds: readonly string[],
): Promise<{ cardholderId: string; userId: string }[]> {
  return query<{ cardholderId: string; userId: string }>(
    "find_users_of_cardholders",
    `SELECT cardholder_id AS "cardholderId", user_id AS "userId" FROM issuer_cardholders
     WHERE issuer = $1 AND cardholder_id = ANY ($2)`,
    [issuer, cardholderIds],
  );
}
