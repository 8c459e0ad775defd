// SQL: searches the users of every partner by the indexes of each partner's users.

import type { CardStatus } from "@/lib/cards/states";
import { type CardSummaryRow, listCardsOfUser } from "@/lib/cards/store";
import { lookUp } from "@/lib/db";
import { CONSOLE_BATCH_ROWS } from "@/lib/db/batch-rows";
import { type CollectedSearch, findIsBroad } from "@/lib/db/find-is-broad";
import { type Condition, type Listed, listStatement, ofId } from "@/lib/db/list-statement";
import { ofOwnerInRange } from "@/lib/db/of-owner";
import { queryList } from "@/lib/db/query-list";
import { querySearch } from "@/lib/db/query-search";
import { readBatches } from "@/lib/db/read-batches";
import { isId } from "@/lib/kernel/ids";
import type { Page, PageRequest } from "@/lib/kernel/page";
import { LISTED_COLUMNS, type ListedUserRow } from "@/lib/users/store";
import { collectedUsers, type Searched, searchedUsers } from "@/lib/users/user-search";

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

/** The indexes of users and cards begin with the partner, so that each partner is searched by itself, or only the chosen one. */
const ofEachPartner = (rows: string, partnerId: string | undefined) =>
  `SELECT found.id FROM partners p CROSS JOIN LATERAL (${rows} OFFSET 0) found${partnerId === undefined ? "" : " WHERE p.id = ?"}`;

const valuesOf = (partnerId: string | undefined) => (partnerId === undefined ? [] : [partnerId]);

const usersOf = (partnerId: string | undefined): Searched => ({
  idsWhere: (condition) =>
    ofEachPartner(
      `SELECT u.id FROM users u WHERE u.partner_id = p.id AND u.deleted_at IS NULL AND ${condition}`,
      partnerId,
    ),
  values: valuesOf(partnerId),
});

const IS_SELECTED = "u.id = ANY(:ids)";
const BY_DIGITS = "SELECT c.user_id AS id FROM cards c WHERE c.partner_id = p.id AND c.last4 = ?";

/** Returns the four digits of a search for cards; undefined for any other search. */
const digitsOf = (search: string | undefined) => LAST_FOUR.exec(search ?? "")?.[1];

/** Whether a search compares names and emails. */
const isByText = (search: string | undefined): search is string =>
  search !== undefined &&
  !isId("usr", search) &&
  !isId("card", search) &&
  digitsOf(search) === undefined;

function searchFor(search: string, partnerId: string | undefined, isBroad: boolean): Condition {
  if (isByText(search)) return searchedUsers(search, usersOf(partnerId), isBroad);
  if (isId("usr", search)) return { name: "user", sql: "u.id = ?", values: [search] };
  if (isId("card", search))
    return {
      name: "card",
      sql: "u.id = (SELECT user_id FROM cards WHERE id = ?)",
      values: [search],
    };
  const ids = ofEachPartner(BY_DIGITS, partnerId);
  const values = [digitsOf(search), ...valuesOf(partnerId)];
  return { name: "digits", sql: IS_SELECTED, ids, values };
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
  // The ids of a search are found by an index without the partner, which the condition in a range would make dear.
  const isRange = search === undefined || isBroad;
  return {
    name: "admin_users",
    // Every id is after the empty text.
    scope: "",
    from: "users u WHERE u.id > $1 AND u.deleted_at IS NULL",
    id: "u.id",
    conditions: [
      ...(search === undefined ? [] : [searchFor(search, partnerId, isBroad)]),
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
  const found = await querySearch((isBroad) =>
    queryList<AdminUserRow>(
      listStatement({
        ...adminUserList(wanted, isBroad),
        total: "SELECT coalesce(sum(n), 0)::bigint AS total FROM row_counts WHERE kind = 'users'",
        isLong: isBroad,
        page,
      }),
      page.limit,
    ),
  );
  const ids = found.rows.map(({ id }) => id);
  const cardsOf = ids.length > 0 ? await findNewestCards(ids, digitsOf(wanted.search)) : undefined;
  return {
    ...found,
    rows: found.rows.map((row) => ({ ...row, cards: cardsOf?.get(row.id) ?? [] })),
  };
}

/** The search by a name or email, for a file; undefined for another search, which collects no ids. */
function collected({ search, partnerId }: AdminUserQuery): CollectedSearch | undefined {
  if (!isByText(search)) return undefined;
  const name = partnerId === undefined ? "admin_users" : "admin_users_of_partner";
  return collectedUsers(name, search, usersOf(partnerId), []);
}

/** Reads the users of `findAdminUsers` to the end, without their cards and without counting them. */
export async function* readAdminUsers(
  wanted: AdminUserQuery,
): AsyncGenerator<AdminUserRow[], void> {
  const isBroad = await findIsBroad(collected(wanted));
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
