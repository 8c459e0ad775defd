import { type Condition, metByMost, timesIn } from "@/lib/db/list-statement";
import { microUsdFromNumber } from "@/lib/kernel/money";

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const ADDRESS_ENDS = /^0x([0-9a-f]{4})(?:…|\.{2,3})([0-9a-f]{4})$/i;
const ADDRESS_BEGINNING = /^0x[0-9a-f]{4,39}$/i;
const AMOUNT = /^\$?(\d[\d,]*(?:\.\d{1,6})?)$/;
const MAX_DECIMALS = 6;

/** A condition on one value, which may occur several times in the SQL. */
export const conditionOn = (name: string, sql: string, value: unknown): Condition => ({
  name,
  sql,
  values: timesIn(sql, value),
});

/** SQL for a partner and the ends of an address, as in withdrawals_partner_address_idx, the only index that has them in one column. */
export const endsOf = (partnerId: string, address: string) =>
  `(${partnerId} || lower(left(${address}, 6)) || lower(right(${address}, 4)))`;

const BEGINS = "lower(left(w.to_address, 6)) = lower(left(?::text, 6))";
const ENDS = "lower(right(w.to_address, 4)) = lower(right(?::text, 4))";

const OF_PARTNER = `${endsOf("w.partner_id", "w.to_address")} = ${endsOf("$1::text", "?::text")}`;
const EQUAL = "lower(w.to_address) = lower(?::text)";
const STARTS = "starts_with(lower(w.to_address), lower(?::text))";

/** The SQL of the conditions of an AddressSearch: `byIndex`, `ofPartner` and `byRow`. */
type SearchedBy = readonly [string, string, string];
const BY_ADDRESS: SearchedBy = [
  `${BEGINS} AND ${ENDS} AND ${EQUAL}`,
  `${OF_PARTNER} AND ${EQUAL}`,
  EQUAL,
];
const BY_ENDS: SearchedBy = [
  `${BEGINS} AND ${ENDS}`,
  OF_PARTNER,
  "starts_with(lower(w.to_address), lower(left(?::text, 6))) AND right(lower(w.to_address), 4) = lower(right(?::text, 4))",
];
const BY_BEGINNING: SearchedBy = [
  `${BEGINS} AND ${STARTS}`,
  `w.partner_id = $1 AND ${BEGINS} AND ${STARTS}`,
  STARTS,
];

/** A search of withdrawals `w` by an address. */
interface AddressSearch {
  /** By the index of the ends of addresses. */
  byIndex: Condition;
  /** Those of the partner $1, by an index without withdrawals of others to the same address, if one has what is searched. */
  ofPartner: Condition;
  /** The same condition in a form that no index has, for a list that is read in its order. */
  byRow: Condition;
}

/** Searches withdrawals `w` by an address, its beginning, or its two ends; undefined for another text. */
export function addressSearch(text: string): AddressSearch | undefined {
  const search = (name: string, [byIndex, ofPartner, byRow]: SearchedBy, value = text) => ({
    byIndex: conditionOn(name, byIndex, value),
    ofPartner: conditionOn(name, ofPartner, value),
    byRow: conditionOn(`${name}_row`, metByMost(byRow), value),
  });
  if (ADDRESS.test(text)) return search("to", BY_ADDRESS);
  const [, begin, end] = ADDRESS_ENDS.exec(text) ?? [];
  if (begin && end) return search("to_ends", BY_ENDS, `0x${begin}${end}`);
  return ADDRESS_BEGINNING.test(text) ? search("to_begins", BY_BEGINNING) : undefined;
}

/** Searches withdrawals `w` by an amount in USD; undefined for another text. */
export function amountConditions(text: string): Condition[] | undefined {
  const digits = AMOUNT.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const amountMicroUsd = microUsdFromNumber(Number(digits.replaceAll(",", "")), MAX_DECIMALS);
  if (amountMicroUsd === null) return undefined;
  return [conditionOn("amount", "w.amount_micro_usd = ?", amountMicroUsd)];
}
