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

const BEGINS = "lower(left(w.to_address, 6)) = lower(left(?::text, 6))";
const ENDS = "lower(right(w.to_address, 4)) = lower(right(?::text, 4))";

/** A search of withdrawals `w` by an address. */
interface AddressSearch {
  /** By the index of the ends of addresses. */
  byIndex: Condition;
  /** The same condition in a form that no index has, for a list that is read in its order. */
  byRow: Condition;
}

/** Searches withdrawals `w` by an address, its beginning, or its two ends; undefined for another text. */
export function addressSearch(text: string): AddressSearch | undefined {
  const search = (name: string, byIndex: string, byRow: string, value = text) => ({
    byIndex: conditionOn(name, byIndex, value),
    byRow: conditionOn(`${name}_row`, metByMost(byRow), value),
  });
  const equal = "lower(w.to_address) = lower(?::text)";
  if (ADDRESS.test(text)) return search("to", `${BEGINS} AND ${ENDS} AND ${equal}`, equal);
  const [, begin, end] = ADDRESS_ENDS.exec(text) ?? [];
  if (begin && end)
    return search(
      "to_ends",
      `${BEGINS} AND ${ENDS}`,
      "starts_with(lower(w.to_address), lower(left(?::text, 6))) AND right(lower(w.to_address), 4) = lower(right(?::text, 4))",
      `0x${begin}${end}`,
    );
  const starts = "starts_with(lower(w.to_address), lower(?::text))";
  if (ADDRESS_BEGINNING.test(text)) return search("to_begins", `${BEGINS} AND ${starts}`, starts);
  return undefined;
}

/** Searches withdrawals `w` by an amount in USD; undefined for another text. */
export function amountConditions(text: string): Condition[] | undefined {
  const digits = AMOUNT.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const amountMicroUsd = microUsdFromNumber(Number(digits.replaceAll(",", "")), MAX_DECIMALS);
  if (amountMicroUsd === null) return undefined;
  return [conditionOn("amount", "w.amount_micro_usd = ?", amountMicroUsd)];
}
