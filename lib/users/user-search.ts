// SQL: the conditions of searches for users: by indexes of expressions, or row by row.

import {
  beginsWith,
  emailBeginsWith,
  emailRowBeginsWith,
  rowBeginsWith,
} from "@/lib/db/begins-with";
import { type Condition, type Statement, withPlaces } from "@/lib/db/list-statement";

/** The full name of a user `u`. */
export const NAME = "u.first_name || ' ' || u.last_name";

/** The conditions by which a search text finds a user: each compares the beginning of a field, by an index of its own. */
export const WAYS: readonly ((term: string) => string)[] = [
  (term) => emailBeginsWith("u.email_key", term),
  (term) => beginsWith(NAME, term),
  (term) => beginsWith("u.last_name", term),
];

/** The same comparison of a user that no index finds. */
const IS_ROW_FOUND = `(${emailRowBeginsWith("u.email_key", "?::text")} OR ${rowBeginsWith(NAME, "?::text")}
  OR ${rowBeginsWith("u.last_name", "?::text")})`;

/**
 * The number of ids that a search collects for a page. If it finds more, users of the list are compared until a page and its total
 * are found: of millions of users, fewer matches would be found only after most of the others.
 */
const MAX_COLLECTED = 50_000;
/** The same for a file, which collects them again for each batch, and reads the whole list once to compare each user. */
const MAX_COLLECTED_FOR_FILE = 10_000;

/** The term once for each of its places in the SQL. */
const timesIn = (sql: string, term: string): string[] =>
  Array(sql.split("?").length - 1).fill(term);

/** SQL of the ids of the users that a search finds. */
const idsFound = (select: (isFound: string) => string) =>
  WAYS.map((isFound) => select(isFound("?::text"))).join(" UNION ALL ");

/**
 * The condition on users `u` that a search finds.
 * @param select SQL of the ids of the users that meet a condition
 * @param isBroad whether each user of the list is compared, instead of collecting the ids of those that are found
 */
export function searchedUsers(
  term: string,
  select: (isFound: string) => string,
  isBroad: boolean,
): Condition {
  if (isBroad)
    return { name: "search_broad", sql: IS_ROW_FOUND, values: timesIn(IS_ROW_FOUND, term) };
  const ids = idsFound(select);
  const values = timesIn(ids, term);
  return { name: "search", sql: "u.id = ANY(:ids)", ids, values, maxIds: MAX_COLLECTED };
}

/**
 * The statement that tells whether a search finds so many users that collecting their ids for each batch of a file would
 * cost more than comparing each user of the list: `isBroad`.
 * @param scope the value of $1 in `select`; none where it has no $1
 */
export function broadSearchStatement(
  name: string,
  term: string,
  select: (isFound: string) => string,
  scope: readonly string[],
): Statement {
  const values: unknown[] = [...scope];
  const ids = idsFound(select);
  const found = withPlaces(ids, timesIn(ids, term), values);
  return {
    name: `is_broad_${name}`,
    text: `SELECT count(*) > ${MAX_COLLECTED_FOR_FILE} AS "isBroad" FROM (${found} LIMIT ${MAX_COLLECTED_FOR_FILE + 1}) matching`,
    values,
  };
}
