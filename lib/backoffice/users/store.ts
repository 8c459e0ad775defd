// SQL: searches the users of every partner by the indexes of each partner's users.

import type { CardStatus } from "@/lib/cards/states";
import { type CardSummaryRow, listCardsOfUser } from "@/lib/cards/store";
import { lookUp } from "@/lib/db";
import { beginsWith, emailBeginsWith } from "@/lib/db/begins-with";
import { type Condition, listStatement, ofId } from "@/lib/db/list-statement";
import { ofOwnerInRange } from "@/lib/db/of-owner";
import { queryList } from "@/lib/db/query-list";
import { isId } from "@/lib/kernel/ids";
import type { Page, PageRequest } from "@/lib/kernel/page";
import { LISTED_COLUMNS, type ListedUserRow } from "@/lib/users/store";

export interface AdminUserQuery {
  /** The beginning of a name or email, the last four digits of a card, or the id of a user or card. */
  search: string | undefined;
  partnerId: string | undefined;
}

export interface ListedCard extends Record<string, unknown> {
  serviceCardId: string;
  last4: string;
  status: CardStatus;
}

export interface AdminUserRow extends ListedUserRow, Record<string, unknown> {
  partnerId: string;
  partnerName: string;
  cardCount: bigint;
}

const LAST_FOUR = /^[•*.\s]*(\d{4})$/;
const SHOWN_CARDS = 3;
const MAX_CARDS = 100;

const OWNER_COLUMNS = `u.partner_id AS "partnerId", p.name AS "partnerName",
  (SELECT count(*) FROM cards WHERE user_id = u.id) AS "cardCount"`;

/** The indexes of users begin with the partner, so that each partner is searched by itself. */
const ofEachPartner = (rows: string) =>
  `SELECT found.id FROM partners p CROSS JOIN LATERAL (${rows} OFFSET 0) found`;

const usersWhere = (condition: string) =>
  ofEachPartner(
    `SELECT u.id FROM users u WHERE u.partner_id = p.id AND u.deleted_at IS NULL AND ${condition}`,
  );

const WAYS = [
  emailBeginsWith("u.email_key", "?::text"),
  beginsWith("u.first_name || ' ' || u.last_name", "?::text"),
  beginsWith("u.last_name", "?::text"),
].map(usersWhere);
const IS_SELECTED = "u.id = ANY(:ids)";
const BY_DIGITS = ofEachPartner(
  "SELECT c.user_id AS id FROM cards c WHERE c.partner_id = p.id AND c.last4 = ?",
);

/** Returns the four digits of a search for cards; undefined for any other search. */
const digitsOf = (search: string | undefined) => LAST_FOUR.exec(search ?? "")?.[1];

function searchFor(search: string): Condition {
  if (isId("usr", search)) return { name: "user", sql: "u.id = ?", values: [search] };
  if (isId("card", search))
    return {
      name: "card",
      sql: "u.id = (SELECT user_id FROM cards WHERE id = ?)",
      values: [search],
    };
  const digits = digitsOf(search);
  if (digits !== undefined)
    return { name: "digits", sql: IS_SELECTED, ids: BY_DIGITS, values: [digits] };
  return {
    name: "search",
    sql: IS_SELECTED,
    ids: WAYS.join(" UNION ALL "),
    // Each way compares with the lower and the upper end of a range.
    values: WAYS.flatMap(() => [search, search]),
  };
}

/** Finds the newest cards of each user; cards with the searched digits are first. */
async function findNewestCards(
  userIds: readonly string[],
  digits: string | undefined,
): Promise<Map<string, ListedCard[]>> {
  const cards = await lookUp<ListedCard & { userId: string }>(
    "find_admin_users_cards",
    `SELECT c.user_id AS "userId", c.id AS "serviceCardId", c.last4, c.status
     FROM unnest($1::text[]) u (id) CROSS JOIN LATERAL (SELECT * FROM cards WHERE user_id = u.id
       ORDER BY (last4 = $2) DESC, id DESC LIMIT ${SHOWN_CARDS}) c`,
    [userIds, digits ?? ""],
  );
  return Map.groupBy(cards, ({ userId }) => userId);
}

const PARTNER = "u.partner_id";

/** Finds card users of all partners, newest first, without deleted ones. */
export async function findAdminUsers(
  { search, partnerId }: AdminUserQuery,
  page: PageRequest,
): Promise<Page<AdminUserRow & { cards: ListedCard[] }>> {
  // A search finds a few users by indexes without the partner, which the condition in a range would make dear.
  const isRange = search === undefined;
  const statement = listStatement({
    name: "admin_users",
    // Every id is after the empty text.
    scope: "",
    from: "users u WHERE u.id > $1 AND u.deleted_at IS NULL",
    id: "u.id",
    conditions: [
      ...(search === undefined ? [] : [searchFor(search)]),
      ...ofId(
        "partner",
        "ptn",
        partnerId,
        isRange ? ofOwnerInRange(PARTNER, "?") : `${PARTNER} = ?`,
      ),
    ],
    ...(isRange && partnerId !== undefined && { owner: PARTNER }),
    total: "SELECT coalesce(sum(n), 0)::bigint AS total FROM row_counts WHERE kind = 'users'",
    columns: "u.*",
    beside: `LEFT JOIN LATERAL (SELECT ${LISTED_COLUMNS}, ${OWNER_COLUMNS} FROM users u
      JOIN partners p ON p.id = u.partner_id WHERE u.id = page.id OFFSET 0) u ON true`,
    page,
  });
  const found = await queryList<AdminUserRow>(statement, page.limit);
  const ids = found.rows.map(({ id }) => id);
  const cardsOf = ids.length > 0 ? await findNewestCards(ids, digitsOf(search)) : undefined;
  return {
    ...found,
    rows: found.rows.map((row) => ({ ...row, cards: cardsOf?.get(row.id) ?? [] })),
  };
}

/** Finds a card user of any partner with the newest cards. Undefined for an unknown or deleted user. */
export async function findAdminUser(
  userId: string,
): Promise<(AdminUserRow & { cards: CardSummaryRow[] }) | undefined> {
  const [user] = await lookUp<AdminUserRow>(
    "find_admin_user",
    `SELECT ${LISTED_COLUMNS}, ${OWNER_COLUMNS} FROM users u JOIN partners p ON p.id = u.partner_id
     WHERE u.id = $1 AND u.deleted_at IS NULL`,
    [userId],
  );
  if (!user) return undefined;
  const cards = await listCardsOfUser(user.partnerId, userId, { skip: 0, limit: MAX_CARDS });
  return { ...user, cards: cards?.rows ?? [] };
}
