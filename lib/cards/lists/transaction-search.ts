// SQL: hot list: each part of the search reads an index of its own.

import { beginsWith } from "@/lib/db/begins-with";
import { type Condition, when } from "@/lib/db/list-statement";
import { isId } from "@/lib/kernel/ids";
import { microUsdFromUsd } from "@/lib/kernel/money";

const OF_CARDS = "JOIN card_transactions o ON o.card_id = k.id";

/** The ids are collected first: the planner cannot know how few they are. */
const oneOf = (...parts: string[]) => `t.id = ANY(ARRAY(${parts.join(" UNION ALL ")}))`;

/** Searches merchants, names on cards, and the first and last names of users by their beginnings. */
const BY_NAME = oneOf(
  `SELECT o.id FROM card_transactions o
    WHERE o.partner_id = $1 AND o.merchant_name <> '' AND ${beginsWith("o.merchant_name", "?::text")}`,
  `SELECT o.id FROM cards k ${OF_CARDS}
    WHERE k.partner_id = $1 AND ${beginsWith("k.card_name", "?::text")}`,
  `SELECT o.id FROM users u JOIN cards k ON k.user_id = u.id ${OF_CARDS}
    WHERE u.partner_id = $1 AND u.deleted_at IS NULL
      AND ${beginsWith("u.first_name || ' ' || u.last_name", "?::text")}`,
  `SELECT o.id FROM users u JOIN cards k ON k.user_id = u.id ${OF_CARDS}
    WHERE u.partner_id = $1 AND u.deleted_at IS NULL AND ${beginsWith("u.last_name", "?::text")}`,
);
const BY_LAST4 = `SELECT o.id FROM cards k ${OF_CARDS} WHERE k.partner_id = $1 AND k.last4 = ?`;
const BY_AMOUNT =
  "SELECT o.id FROM card_transactions o WHERE o.partner_id = $1 AND o.amount_micro_usd = ?";

const AMOUNT = /^[-+\u2212]?\$?(\d{1,3}(?:,\d{3}){1,2}|\d{1,9})(\.\d{1,6})?(?: ?usd)?$/i;

/** Reads an amount such as `61.3`, `1,204.50` or `−$12`, without its sign; undefined for another text. */
function amountOf(term: string): bigint | undefined {
  const [, whole, part = ""] = AMOUNT.exec(term) ?? [];
  if (whole === undefined) return undefined;
  return microUsdFromUsd(Number(`${whole.replaceAll(",", "")}${part}`));
}

/** Interprets a search text as an id, as the last four digits of a card, as an amount, or as the beginning of a name. */
export function searched(search: string | undefined): Condition[] {
  const term = search?.trim().replaceAll(/\s+/g, " ");
  if (term === undefined) return [];
  if (isId("txn", term)) return when("id", term, "t.id = ?");
  const amountMicroUsd = amountOf(term);
  if (/^\d{4}$/.test(term)) {
    // An amount has no leading zero.
    if (term.startsWith("0") || amountMicroUsd === undefined)
      return when("last4", term, oneOf(BY_LAST4));
    return [{ name: "digits", sql: oneOf(BY_LAST4, BY_AMOUNT), values: [term, amountMicroUsd] }];
  }
  if (amountMicroUsd !== undefined) return when("sum", amountMicroUsd, "t.amount_micro_usd = ?");
  return [{ name: "text", sql: BY_NAME, values: Array(8).fill(term) }];
}
