// SQL: searches the users of every partner by the indexes of each partner's users.

import type { CardStatus } from "@/lib/cards/states";
import { type CardSummaryRow, listCardsOfUser } from "@/lib/cards/store";
import { lookUp, query } from "@/lib/db";
import { CONSOLE_BATCH_ROWS } from "@/lib/db/batch-rows";
import { type Condition, type Listed, listStatement, ofId } from "@/lib/db/list-statement";
import { ofOwnerInRange } from "@/lib/db/of-owner";
import { queryList } from "@/lib/db/query-list";
import { readBatches } from "@/lib/db/read-batches";
import { isId } from "@/lib/kernel/ids";
import type { Page, PageRequest } from "@/lib/kernel/page";
import { LISTED_COLUMNS, type ListedUserRow } from "@/lib/users/store";
import { broadSearchStatement, searchedUsers } from "@/lib/users/user-search";

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

const IS_SELECTED = "u.id = ANY(:ids)";
const BY_DIGITS = ofEachPartner(
  "SELECT c.user_id AS id FROM cards c WHERE c.partner_id = p.id AND c.last4 = ?",
);

/** Returns the four digits of a search for cards; undefined for any other search. */
const digitsOf = (search: string | undefined) => LAST_FOUR.exec(search ?? "")?.[1];

/** Whether a search compares names and emails. */
const isByText = (search: string | undefined): search is string =>
  search !== undefined &&
  !isId("usr", search) &&
  !isId("card", search) &&
  digitsOf(search) === undefined;

function searchFor(search: string, isBroad: boolean): Condition {
  if (isByText(search)) return searchedUsers(search, usersWhere, isBroad);
  if (isId("usr", search)) return { name: "user", sql: "u.id = ?", values: [search] };
  if (isId("card", search))
    return {
      name: "card",
      sql: "u.id = (SELECT user_id FROM cards WHERE id = ?)",
      values: [search],
    };
  return { name: "digits", sql: IS_SELECTED, ids: BY_DIGITS, values: [digitsOf(search)] };
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

/** Describes the list of the card users of all partners, without deleted ones. */
function adminUserList({ search, partnerId }: AdminUserQuery, isBroad: boolean): Listed {
  // A search finds users by indexes without the partner, which the condition in a range would make dear.
  const isRange = search === undefined;
  return {
    name: "admin_users",
    // Every id is after the empty text.
    scope: "",
    from: "users u WHERE u.id > $1 AND u.deleted_at IS NULL",
    id: "u.id",
    conditions: [
      ...(search === undefined ? [] : [searchFor(search, isBroad)]),
      ...ofId(
        "partner",
        "ptn",
        partnerId,
        isRange ? ofOwnerInRange(PARTNER, "?") : `${PARTNER} = ?`,
      ),
    ],
    ...(isRange && partnerId !== undefined && { owner: PARTNER }),
    columns: "u.*",
    beside: `LEFT JOIN LATERAL (SELECT ${LISTED_COLUMNS}, ${OWNER_COLUMNS} FROM users u
      JOIN partners p ON p.id = u.partner_id WHERE u.id = page.id OFFSET 0) u ON true`,
  };
}

/**
 * Finds card users of all partners, newest first, without deleted ones. A search collects the ids of those that it finds;
 * only one that finds too many is made again by comparing each user.
 */
export async function findAdminUsers(
  wanted: AdminUserQuery,
  page: PageRequest,
): Promise<Page<AdminUserRow & { cards: ListedCard[] }>> {
  const find = (isBroad: boolean) =>
    queryList<AdminUserRow>(
      listStatement({
        ...adminUserList(wanted, isBroad),
        total: "SELECT coalesce(sum(n), 0)::bigint AS total FROM row_counts WHERE kind = 'users'",
        page,
      }),
      page.limit,
    );
  const first = await find(false);
  const { hasTooManyIds: _, ...found } = first.hasTooManyIds ? await find(true) : first;
  const ids = found.rows.map(({ id }) => id);
  const cardsOf = ids.length > 0 ? await findNewestCards(ids, digitsOf(wanted.search)) : undefined;
  return {
    ...found,
    rows: found.rows.map((row) => ({ ...row, cards: cardsOf?.get(row.id) ?? [] })),
  };
}

/** Tells whether a search finds so many users that a file compares each user of the list. */
async function findIsBroad(search: string | undefined): Promise<boolean> {
  if (!isByText(search)) return false;
  const { name, text, values } = broadSearchStatement("admin_users", search, usersWhere, []);
  const [row] = await query<{ isBroad: boolean }>(name, text, values);
  return row?.isBroad === true;
}

/** Reads the users of `findAdminUsers` to the end, without their cards and without counting them. */
export async function* readAdminUsers(
  wanted: AdminUserQuery,
): AsyncGenerator<AdminUserRow[], void> {
  const isBroad = await findIsBroad(wanted.search);
  yield* readBatches<AdminUserRow>(adminUserList(wanted, isBroad), CONSOLE_BATCH_ROWS);
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
