import { isId } from "@/lib/ids";
import { type Listed, when } from "@/lib/list-statement";
import type { PageRequest } from "@/lib/page";
import type { UserSort } from "./contract";
import type { UserStatus } from "./states";

export interface UserFilters {
  search?: string | undefined;
  status?: UserStatus | undefined;
  sort?: UserSort | undefined;
}

const NAME = "lower(u.first_name || ' ' || u.last_name)";
/** In byte order, as the indexes have it. */
const ORDERS: Record<UserSort, string> = {
  newest: "u.id DESC",
  oldest: "u.id",
  name: `${NAME} USING ~<~, u.id`,
  email: "u.email_key USING ~<~, u.id",
};
/** What a text can be the beginning of. */
const WAYS = ["u.email_key", NAME, "lower(u.last_name)"];
const LIVE = "FROM users u WHERE u.partner_id = $1 AND u.deleted_at IS NULL";

/** What begins with a text lies between it and it with the last character of all. */
const beginsWith = (column: string, place: string) =>
  `${column} ~>=~ lower(${place}) AND ${column} ~<~ (lower(${place}) || chr(1114111))`;

/**
 * The ids that are found, as a table of its own. Each way to be found goes by its own index: joined by OR, users would be
 * looked through one by one.
 */
function foundBy(rows: string, place: string): string {
  const found = WAYS.map((column) => `SELECT u.id ${rows} AND ${beginsWith(column, place)}`);
  return `WITH found AS MATERIALIZED (${found.join(" UNION ")})`;
}

/** As `userList` finds them, newest first, for who reads all of them. */
export function usersFound(
  partnerId: string,
  columns: string,
  { search, status }: Omit<UserFilters, "sort">,
): Listed {
  const term = search?.trim().replaceAll(/\s+/g, " ");
  const isOne = term !== undefined && isId("usr", term);
  const ways = WAYS.map((column) => `SELECT u.id ${LIVE} AND ${beginsWith(column, "?")}`);
  const isFound = {
    name: "search",
    sql: `u.id = ANY(ARRAY(${ways.join(" UNION ALL ")}))`,
    values: WAYS.flatMap(() => [term, term]),
  };
  return {
    name: "users",
    partnerId,
    from: LIVE.slice("FROM ".length),
    id: "u.id",
    conditions: [
      ...when("status", status, "u.status = ?"),
      ...when("id", isOne ? term : undefined, "u.id = ?"),
      ...(term === undefined || isOne ? [] : [isFound]),
    ],
    columns: "u.*",
    beside: `LEFT JOIN LATERAL (SELECT ${columns} FROM users u
      WHERE u.id = page.id OFFSET 0) u ON true`,
  };
}

/** A page of users and how many there are, as one statement per set of filters. */
export function userList(
  partnerId: string,
  columns: string,
  { search, status, sort = "newest" }: UserFilters,
  { skip, limit }: PageRequest,
) {
  const values: unknown[] = [partnerId, skip, limit];
  const term = search?.trim().replaceAll(/\s+/g, " ");
  const isOne = term !== undefined && isId("usr", term);
  const names = ["find_users", sort];
  let rows = LIVE;
  if (status !== undefined) {
    names.push("status");
    rows += ` AND u.status = $${values.push(status)}`;
  }
  if (isOne) {
    names.push("id");
    rows += ` AND u.id = $${values.push(term)}`;
  }
  let found = "";
  if (term !== undefined && !isOne) {
    names.push("search");
    found = foundBy(rows, `$${values.push(term)}::text`);
    // Without the OFFSET the planner may look through what was found for each user.
    rows = "FROM found f CROSS JOIN LATERAL (SELECT * FROM users WHERE id = f.id OFFSET 0) u";
  }
  const counted = `SELECT count(*) AS total ${found ? "FROM found" : rows}`;
  return {
    name: names.join("_"),
    text: `${found} SELECT counted.total, page.* FROM (${counted}) counted
       LEFT JOIN LATERAL (SELECT ${columns} ${rows} ORDER BY ${ORDERS[sort]} OFFSET $2 LIMIT $3) page ON true`,
    values,
  };
}
