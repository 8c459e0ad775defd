// The conditions of searches for users: by indexes of expressions, or row by row.

import {
  beginsWith,
  emailBeginsWith,
  emailRowBeginsWith,
  rowBeginsWith,
} from "@/lib/db/begins-with";
import type { CollectedSearch } from "@/lib/db/find-is-broad";
import { type Condition, metByMost, timesIn } from "@/lib/db/list-statement";

/** The full name of a user `u`. */
export const NAME = "u.first_name || ' ' || u.last_name";

/** The conditions by which a search text finds a user: each compares the beginning of a field, by an index of its own. */
export const WAYS: readonly ((term: string) => string)[] = [
  (term) => emailBeginsWith("u.email_key", term),
  (term) => beginsWith(NAME, term),
  (term) => beginsWith("u.last_name", term),
];

/** The same comparison of a user that no index finds. */
const IS_ROW_FOUND =
  metByMost(`${emailRowBeginsWith("u.email_key", "?::text")} OR ${rowBeginsWith(NAME, "?::text")}
  OR ${rowBeginsWith("u.last_name", "?::text")}`);

/**
 * The number of ids that a search collects for a page, of each user at most one for each way. If it finds more, users of the list are
 * compared until a page is full: of millions of users, fewer matches would be found only after most of the others. More ids are of
 * more than MAX_COUNTED users, so these are not counted, except those of a status.
 */
export const MAX_COLLECTED = 50_000;
/** The same for a file, which collects them again for each batch, and reads the whole list once to compare each user. */
const MAX_COLLECTED_FOR_FILE = 10_000;

/** The users among which a search finds some. */
export interface Searched {
  /** SQL of the ids of the users that meet a condition. Each `?` after the condition stands for the next of `values`. */
  idsWhere: (condition: string) => string;
  values: readonly unknown[];
}

/** SQL of the ids of the users that a search finds, and its values. */
function idsFound({ idsWhere, values }: Searched, term: string) {
  const ways = WAYS.map((isFound) => isFound("?::text"));
  return {
    ids: ways.map(idsWhere).join(" UNION ALL "),
    values: ways.flatMap((way) => [...timesIn(way, term), ...values]),
  };
}

/** The condition that a user `u` of a list is found, for a search that finds so many that each is compared. */
export const comparedUsers = (term: string): Condition => ({
  name: "search_broad",
  sql: IS_ROW_FOUND,
  values: timesIn(IS_ROW_FOUND, term),
});

/**
 * The condition on users `u` that a search finds.
 * @param isBroad whether each user of the list is compared, instead of collecting the ids of those that are found
 */
export function searchedUsers(term: string, among: Searched, isBroad: boolean): Condition {
  if (isBroad) return comparedUsers(term);
  const found = idsFound(among, term);
  return { name: "search", sql: "u.id = ANY(:ids)", ...found, maxIds: MAX_COLLECTED };
}

/**
 * The search of a file.
 * @param scope the value of $1 in `among`; none where it has no $1
 */
export const collectedUsers = (
  name: string,
  term: string,
  among: Searched,
  scope: readonly string[],
): CollectedSearch => ({
  ...{ name, scope, maxIds: MAX_COLLECTED_FOR_FILE },
  ...idsFound(among, term),
});
