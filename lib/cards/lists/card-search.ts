// SQL: the conditions of searches for cards: by indexes of expressions, or row by row.

import { beginsWith, rowBeginsWith } from "@/lib/db/begins-with";
import type { CollectedSearch } from "@/lib/db/find-is-broad";
import { type Condition, metByMost, timesIn, when } from "@/lib/db/list-statement";
import { isId } from "@/lib/kernel/ids";

/** The number of ids that a search collects for a page. If it finds more, cards of the list are compared. */
const MAX_COLLECTED = 50_000;
/** The same for a file, which collects them again for each batch, and reads the whole list once to compare each card. */
const MAX_COLLECTED_FOR_FILE = 10_000;

/** Finds the name on the card, which begins with the first name, and the last name of the card's user. */
const BY_NAME = `SELECT k.id FROM cards k WHERE k.partner_id = $1 AND ${beginsWith("k.card_name", "?::text")}
  UNION ALL SELECT k.id FROM users u JOIN cards k ON k.user_id = u.id
    WHERE u.partner_id = $1 AND u.deleted_at IS NULL AND ${beginsWith("u.last_name", "?::text")}`;

/** The same comparison of a card `c` that no index finds. */
const HAS_NAME =
  metByMost(`${rowBeginsWith("c.card_name", "?::text")} OR EXISTS (SELECT FROM users u
  WHERE u.id = c.user_id AND u.deleted_at IS NULL AND ${rowBeginsWith("u.last_name", "?::text")} OFFSET 0)`);

const termOf = (search: string | undefined) => search?.trim().replaceAll(/\s+/g, " ");

const isLast4 = (term: string) => /^\d{4}$/.test(term);

/** The search by a name, for a file; undefined for another search, which collects no ids. */
export function collectedCards(
  partnerId: string,
  search: string | undefined,
): CollectedSearch | undefined {
  const term = termOf(search);
  if (term === undefined || isId("card", term) || isLast4(term)) return undefined;
  const values = timesIn(BY_NAME, term);
  return {
    name: "cards",
    ids: BY_NAME,
    values,
    scope: [partnerId],
    maxIds: MAX_COLLECTED_FOR_FILE,
  };
}

/**
 * Interprets a search text as a card id, as the last four digits, or as the beginning of a name.
 * @param isBroad whether each card of the list is compared with a name, instead of collecting the ids of those that are found
 */
export function searchedCards(search: string | undefined, isBroad: boolean): Condition[] {
  const term = termOf(search);
  if (term === undefined) return [];
  if (isId("card", term)) return when("id", term, "c.id = ?");
  if (isLast4(term)) return when("last4", term, "c.last4 = ?");
  if (isBroad) return [{ name: "name_broad", sql: HAS_NAME, values: timesIn(HAS_NAME, term) }];
  const values = timesIn(BY_NAME, term);
  return [{ name: "name", sql: "c.id = ANY(:ids)", ids: BY_NAME, values, maxIds: MAX_COLLECTED }];
}
