// SQL: hot list: each part of the search reads an index of its own.

import { beginsWith, rowBeginsWith } from "@/lib/db/begins-with";
import type { CollectedSearch } from "@/lib/db/find-is-broad";
import { type Condition, timesIn, when } from "@/lib/db/list-statement";
import { isId } from "@/lib/kernel/ids";
import { microUsdFromUsd } from "@/lib/kernel/money";

/** The number of ids that a search collects for a page. If more match, the transactions of the list are compared. */
const MAX_COLLECTED = 10_000;
/** The same for a file, which compares each transaction of the list, not a part of them. */
const MAX_COLLECTED_FOR_FILE = 50_000;

/** Reads the transactions of the cards `k`. */
const OF_CARDS = "JOIN card_transactions o ON o.card_id = k.id";

/** Cards `k` that match, each way by an index of its own. At `@` a join can follow. */
const NAMED_CARDS = [
  `FROM cards k @ WHERE k.partner_id = $1 AND ${beginsWith("k.card_name", "?::text")}`,
  `FROM users u JOIN cards k ON k.user_id = u.id @
    WHERE u.partner_id = $1 AND u.deleted_at IS NULL
      AND ${beginsWith("u.first_name || ' ' || u.last_name", "?::text")}`,
  `FROM users u JOIN cards k ON k.user_id = u.id @
    WHERE u.partner_id = $1 AND u.deleted_at IS NULL AND ${beginsWith("u.last_name", "?::text")}`,
];
const CARDS_OF_LAST4 = ["FROM cards k @ WHERE k.partner_id = $1 AND k.last4 = ?"];
const MERCHANT_IDS = `SELECT o.id FROM card_transactions o
    WHERE o.partner_id = $1 AND o.merchant_name <> '' AND ${beginsWith("o.merchant_name", "?::text")}`;

const allOf = (parts: readonly string[]) => parts.join(" UNION ALL ");
const idsOf = (cards: string[]) =>
  cards.map((part) => `SELECT o.id ${part.replace("@", OF_CARDS)}`);
const cardsOf = (cards: string[]) => cards.map((part) => `SELECT k.id ${part.replace("@", "")}`);

const AMOUNT = /^[-+\u2212]?\$?(\d{1,3}(?:,\d{3}){1,2}|\d{1,9})(\.\d{1,6})?(?: ?usd)?$/i;

/** Reads an amount such as `61.3`, `1,204.50` or `−$12`, without its sign; undefined for another text. */
function amountOf(term: string): bigint | undefined {
  const [, whole, part = ""] = AMOUNT.exec(term) ?? [];
  if (whole === undefined) return undefined;
  return microUsdFromUsd(Number(`${whole.replaceAll(",", "")}${part}`));
}

/** How a search text is interpreted. */
interface Interpretation {
  name: string;
  /** SQL of the ids of the transactions that match, each way by an index of its own. */
  ids: string[];
  /** SQL that compares a transaction `t` itself, with the cards that match at `:ids`. */
  row: string;
  cards: string[];
}

/** Interprets a text as the last four digits of a card or as the beginning of a name; undefined for other texts. */
function interpret(term: string): Interpretation | undefined {
  if (isId("txn", term)) return undefined;
  const isLast4 = /^\d{4}$/.test(term);
  // An amount has no leading zero.
  const isAmount = amountOf(term) !== undefined && !(isLast4 && term.startsWith("0"));
  if (isAmount) return undefined;
  if (isLast4)
    return {
      name: "last4",
      ids: idsOf(CARDS_OF_LAST4),
      row: "t.card_id = ANY(:ids)",
      cards: cardsOf(CARDS_OF_LAST4),
    };
  return {
    name: "text",
    ids: [MERCHANT_IDS, ...idsOf(NAMED_CARDS)],
    row: `(${rowBeginsWith("t.merchant_name", "?::text")} OR t.card_id = ANY(:ids))`,
    cards: cardsOf(NAMED_CARDS),
  };
}

const termOf = (search: string | undefined) => search?.trim().replaceAll(/\s+/g, " ");

/** Whether a search is for something that an index finds: names, a card's last four digits or an id. */
export function readsIndexOfSearch(search: string | undefined): boolean {
  const term = termOf(search);
  return term !== undefined && (isId("txn", term) || interpret(term) !== undefined);
}

/** The search by a name or a card's last four digits, for a file; undefined for another search, which collects no ids. */
export function collectedTransactions(
  partnerId: string,
  search: string | undefined,
): CollectedSearch | undefined {
  const term = termOf(search);
  const found = term === undefined ? undefined : interpret(term);
  if (term === undefined || !found) return undefined;
  const ids = allOf(found.ids);
  const of = { name: found.name, scope: [partnerId], maxIds: MAX_COLLECTED_FOR_FILE };
  return { ...of, ids, values: timesIn(ids, term) };
}

/**
 * Interprets a search text as an id, as the last four digits of a card, as an amount, or as the beginning of a name.
 * @param isBroad whether each transaction of the list is compared, instead of collecting the ids of those that match
 */
export function searched(search: string | undefined, isBroad: boolean): Condition[] {
  const term = termOf(search);
  if (term === undefined) return [];
  if (isId("txn", term)) return when("id", term, "t.id = ?");
  const found = interpret(term);
  if (found) {
    const { name, row } = found;
    const ids = allOf(isBroad ? found.cards : found.ids);
    if (isBroad)
      return [{ name: `${name}_broad`, sql: row, ids, values: timesIn(`${row}${ids}`, term) }];
    // The ids are collected first: the planner cannot know how few they are.
    const values = timesIn(ids, term);
    return [{ name, sql: "t.id = ANY(:ids)", ids, values, maxIds: MAX_COLLECTED }];
  }
  const amountMicroUsd = amountOf(term);
  const byAmount = "t.amount_micro_usd = ?";
  if (!/^\d{4}$/.test(term)) return when("sum", amountMicroUsd, byAmount);
  const sql = `(t.card_id = ANY(:ids) OR ${byAmount})`;
  const ids = allOf(cardsOf(CARDS_OF_LAST4));
  return [{ name: "digits", sql, ids, values: [amountMicroUsd, term] }];
}
