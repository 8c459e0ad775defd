// SQL: hot list: searches by indexes of expressions.

import { searchKey } from "@/lib/db/begins-with";
import { conditionsOf, type Listed, ofStatus, rowsOf, when } from "@/lib/db/list-statement";
import { limitedTotal, NOT_COUNTED, totalOf } from "@/lib/db/list-total";
import { ofOwner } from "@/lib/db/of-owner";
import { statementName } from "@/lib/db/statement-name";
import { isId } from "@/lib/kernel/ids";
import type { PageRequest } from "@/lib/kernel/page";
import type { UserSort } from "./contract";
import type { UserStatus } from "./states";
import {
  collectedUsers,
  comparedUsers,
  MAX_COLLECTED,
  NAME,
  type Searched,
  searchedUsers,
  WAYS,
} from "./user-search";

export interface UserFilters {
  search?: string | undefined;
  /** The user has one of these statuses. */
  status?: readonly UserStatus[] | undefined;
  sort?: UserSort | undefined;
}

const NAME_KEY = searchKey(NAME);
/** Sorts in byte order, like the indexes. */
const ORDERS: Record<UserSort, string> = {
  newest: "u.partner_id, u.id DESC",
  oldest: "u.partner_id DESC, u.id",
  name: `${NAME_KEY} USING ~<~, u.id`,
  email: "u.email_key USING ~<~, u.id",
};
/** The same orders for the rows of `found`, which have the sort keys beside the ids. */
const FOUND_ORDERS: Record<UserSort, string> = {
  newest: "f.id DESC",
  oldest: "f.id",
  name: "f.name_key USING ~<~, f.id",
  email: "f.email_key USING ~<~, f.id",
};
/** The sort keys beside the id: of a user, and the column that has it in `found`. */
const KEYS: Partial<Record<UserSort, { ofUser: string; column: string }>> = {
  name: { ofUser: NAME_KEY, column: "name_key" },
  email: { ofUser: "u.email_key", column: "email_key" },
};
const FROM = "FROM ";
const LIVE = `${FROM}users u WHERE u.partner_id = $1 AND u.deleted_at IS NULL`;
/** For the orders by id. */
const LIVE_IN_ORDER = `${FROM}users u WHERE ${ofOwner("u.partner_id", "$1")} AND u.deleted_at IS NULL`;

/**
 * Selects the ids of the matching users, with the key that sorts them if it is another one, as common table expressions: `every` has
 * an id for each way that finds the user, and `found` has each user that meets the conditions once, or none where `every` has too
 * many. Each way is a query of its own and uses its own index; joined by OR, they would cause a scan of all users. These indexes do
 * not have the status: with a condition on it, a query would read all that its way finds before there are too many. The key of a name
 * takes 4 µs to make, so it is made only where it sorts.
 */
function foundBy(place: string, conditions: string, sort: UserSort): string {
  const keys = KEYS[sort];
  const columns = `u.id, u.status${keys ? `, ${keys.ofUser} AS ${keys.column}` : ""}`;
  const found = WAYS.map((isFound) => `SELECT ${columns} ${LIVE} AND ${isFound(place)}`);
  return `WITH every AS MATERIALIZED (SELECT * FROM (${found.join(" UNION ALL ")}) w LIMIT ${MAX_COLLECTED + 1}),
    found AS MATERIALIZED (SELECT DISTINCT * FROM every u WHERE NOT ${HAS_TOO_MANY}${conditions})`;
}

const HAS_TOO_MANY = `((SELECT count(*) FROM every) > ${MAX_COLLECTED})`;

/** SQL of the total of the found users, and of whether they are too many. */
const totalOfFound = ({ isUncounted }: PageRequest) =>
  `SELECT t.*, ${HAS_TOO_MANY} AS "hasTooManyIds"
   FROM (${isUncounted ? NOT_COUNTED : `SELECT ${limitedTotal("count(*)")} FROM found`}) t`;

/** The text of a search, without blanks around and between its words that do not count. */
const termOf = (search: string | undefined) => search?.trim().replaceAll(/\s+/g, " ");

const ALL_LIVE: Searched = {
  idsWhere: (condition) => `SELECT u.id ${LIVE} AND ${condition}`,
  values: [],
};

/** The search of `usersFound`, for a file; undefined for one that collects no ids. */
export function collectedOfPartner(partnerId: string, search: string | undefined) {
  const term = termOf(search);
  if (term === undefined || isId("usr", term)) return undefined;
  return collectedUsers("users", term, ALL_LIVE, [partnerId]);
}

/** The same users as `userList`, newest first, for a caller that reads the whole list. */
export function usersFound(
  partnerId: string,
  columns: string,
  { search, status }: Omit<UserFilters, "sort">,
  isBroadSearch = false,
): Listed {
  const term = termOf(search);
  const isOne = term !== undefined && isId("usr", term);
  return {
    name: "users",
    scope: partnerId,
    from: LIVE_IN_ORDER.slice(FROM.length),
    owner: "u.partner_id",
    id: "u.id",
    conditions: [
      ...ofStatus("users", status, "u.status"),
      ...when("id", isOne ? term : undefined, "u.id = ?"),
      ...(term === undefined || isOne ? [] : [searchedUsers(term, ALL_LIVE, isBroadSearch)]),
    ],
    columns: "u.*",
    beside: `LEFT JOIN LATERAL (SELECT ${columns} FROM users u
      WHERE u.id = page.id OFFSET 0) u ON true`,
  };
}

/**
 * The condition on the users that follow the cursor's user. `isFound` when they are rows of `found`. The id of a deleted user
 * still has its place, but the emptied name and email have none, so the cursor is unknown there.
 */
function afterCursor(sort: UserSort, place: string, isFound: boolean) {
  const id = isFound ? "f.id" : "u.id";
  const keys = KEYS[sort];
  if (keys === undefined)
    return { condition: `${id} ${sort === "oldest" ? ">" : "<"} ${place}`, isKnown: "true" };
  const key = isFound ? `f.${keys.column}` : keys.ofUser;
  const start = `(SELECT ${keys.ofUser} ${LIVE} AND u.id = ${place})`;
  return {
    // The first part is a range of the index, so that the rows before the cursor are not read.
    condition: `${key} ~>=~ ${start} AND (${key} ~>~ ${start} OR ${id} > ${place})`,
    isKnown: `${start} IS NOT NULL`,
  };
}

/** SQL of a page of the rows that a search found. Without the OFFSET, the planner may scan `found` once per user. */
const pageOfFound = (after: string | undefined, sort: UserSort) =>
  `FROM (SELECT * FROM found f${after ? ` WHERE ${after}` : ""} ORDER BY ${FOUND_ORDERS[sort]} OFFSET $2 LIMIT $3) f
     CROSS JOIN LATERAL (SELECT * FROM users WHERE id = f.id OFFSET 0) u ORDER BY ${ORDERS[sort]}`;

/**
 * Builds the statement of a page of users with its total; one prepared statement per set of filters. A search that finds too many
 * users says so, `hasTooManyIds`, and has no rows.
 * @param isBroad whether each user of the list is compared with the search until the page is full
 */
export function userList(
  partnerId: string,
  columns: string,
  { search, status, sort = "newest" }: UserFilters,
  page: PageRequest,
  isBroad = false,
) {
  const { skip, limit, cursor, isUncounted } = page;
  const values: unknown[] = [partnerId, skip, limit + 1];
  const term = termOf(search);
  const isOne = term !== undefined && isId("usr", term);
  const isCollected = term !== undefined && !isOne && !isBroad;
  const conditions = [
    ...ofStatus("users", status, "u.status"),
    ...when("id", isOne ? term : undefined, "u.id = ?"),
    ...(term !== undefined && isBroad ? [comparedUsers(term)] : []),
  ];
  const found = isCollected
    ? foundBy(`$${values.push(term)}::text`, conditionsOf(conditions, values), sort)
    : "";
  const compared = (order: UserSort) =>
    rowsOf(KEYS[order] === undefined ? LIVE_IN_ORDER : LIVE, conditions, values);
  const rows = isCollected ? "" : compared(sort);
  const isLong = isBroad && status === undefined;
  // Only the index of the order by id has the status: counted by name or email, each user would be compared once more.
  const isById = isBroad && !isLong && !isUncounted;
  const counted = isCollected
    ? totalOfFound(page)
    : totalOf(
        { kind: "users", conditions, isLong, page },
        (isById ? compared("newest") : rows).slice(FROM.length),
        ORDERS[isById ? "newest" : sort],
        values,
      );
  const after =
    cursor === undefined ? undefined : afterCursor(sort, `$${values.push(cursor)}`, isCollected);
  const shown = isCollected
    ? pageOfFound(after?.condition, sort)
    : `${rows}${after ? ` AND ${after.condition}` : ""} ORDER BY ${ORDERS[sort]} OFFSET $2 LIMIT $3`;
  const marks = [
    ...(isCollected ? ["search"] : []),
    ...(after ? ["after"] : []),
    ...(isUncounted ? ["uncounted"] : []),
  ];
  return {
    name: statementName("find_users", sort, ...conditions.map(({ name }) => name), ...marks),
    text: `${found} SELECT counted.*, ${after ? `${after.isKnown} AS "isCursorKnown", ` : ""}page.* FROM (${counted}) counted
       LEFT JOIN LATERAL (SELECT ${columns} ${shown}) page ON true`,
    values,
  };
}
