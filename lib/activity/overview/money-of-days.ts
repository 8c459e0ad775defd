import { sumOf } from "@/lib/kernel/bigint";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { FEE_CATEGORIES } from "../fee-categories";
import type { Day } from "./day-starts";
import { MONEY_IN, MONEY_OUT } from "./schema";
import type { MovedRow } from "./store";

const total = (rows: readonly MovedRow[]) => sumOf(rows.map((row) => row.amountMicroUsd));

/** Returns the sum of each of the categories, and the total. */
function amountsOf<Names extends readonly string[]>(rows: readonly MovedRow[], names: Names) {
  const ours = rows.filter(({ category }) => names.includes(category));
  const each = names.map((name) => {
    const moved = ours.filter(({ category }) => category === name);
    return [name, usdFromMicroUsd(total(moved))];
  });
  return {
    ...(Object.fromEntries(each) as Record<Names[number], number>),
    total: usdFromMicroUsd(total(ours)),
  };
}

/** Returns the days with their balances and sums. `balances` are the closing balances; today's is the present one. */
export function moneyOfDays(days: readonly Day[], balances: readonly bigint[], rows: MovedRow[]) {
  const isIn = ({ category }: MovedRow) => MONEY_IN.some((name) => name === category);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return {
    days: days.map(({ date, startsAt }, index) => {
      const moved = byDay.get(index) ?? [];
      return {
        date,
        startsAt: startsAt.toISOString(),
        balance: usdFromMicroUsd(balances[index] ?? 0n),
        in: usdFromMicroUsd(total(moved.filter(isIn))),
        out: usdFromMicroUsd(total(moved.filter((row) => !isIn(row)))),
      };
    }),
    moneyIn: amountsOf(rows, MONEY_IN),
    moneyOut: amountsOf(rows, MONEY_OUT),
  };
}

/** Sums the fees. */
export const feesAmong = (rows: readonly MovedRow[]): bigint =>
  total(rows.filter(({ category }) => FEE_CATEGORIES.includes(category)));
