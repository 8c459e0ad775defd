import { csvResponse } from "@/lib/contract/csv/csv-response";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { formatUsd } from "@/lib/kernel/money";
import { accountKind } from "./account-kind";
import { ACCOUNT_CLASSES, ACCOUNT_WORDS } from "./account-words";
import type { exportTrialBalanceContract } from "./contract";
import { isFinalAt } from "./is-final-at";
import type { LineRow } from "./store";
import { readTrialBalance, sidesOf } from "./trial-balance";

const HEADER = ["class", "account", "description", "debit (USD)", "credit (USD)"];

function rowOf({ line, balanceMicroUsd }: LineRow): string[] {
  const { class: accountClass, meaning } = ACCOUNT_WORDS[accountKind(line)];
  const { debitMicroUsd, creditMicroUsd } = sidesOf(balanceMicroUsd);
  const sides = [formatUsd(debitMicroUsd), formatUsd(creditMicroUsd)];
  return [ACCOUNT_CLASSES[accountClass], line, meaning, ...sides];
}

/**
 * Returns the trial balance at a given time as CSV. A line with the subtotals follows the accounts of each class; the
 * last line has the totals. The name of the file says whether postings can still be added. Source: docs/books.md.
 */
export const exportTrialBalance: AdminUseCase<typeof exportTrialBalanceContract> = async ({
  input,
  at: present,
}) => {
  const at = input.query.at ?? present;
  const { subtotals, ...all } = await readTrialBalance(at);
  const instant = at.toISOString();
  const sumRow = (accountClass: string, name: string, sums: Omit<typeof all, "lines">) => {
    const sides = [formatUsd(sums.debitsMicroUsd), formatUsd(sums.creditsMicroUsd)];
    return [accountClass, name, instant, ...sides];
  };
  async function* batches() {
    for (const each of subtotals)
      yield [...each.lines.map(rowOf), sumRow(ACCOUNT_CLASSES[each.class], "subtotal", each)];
    yield [sumRow("", "total", all)];
  }
  const state = isFinalAt(at, present) ? "" : "-not-final";
  const name = `trial-balance-${instant.slice(0, 19).replaceAll(":", "-")}Z${state}.csv`;
  return csvResponse(name, HEADER, batches());
};
