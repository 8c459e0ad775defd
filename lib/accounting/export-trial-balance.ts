import { csvResponse } from "@/lib/contract/csv/csv-response";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { formatUsd } from "@/lib/kernel/money";
import { accountKind } from "./account-kind";
import { ACCOUNT_CLASSES, ACCOUNT_WORDS } from "./account-words";
import type { exportTrialBalanceContract } from "./contract";
import { readTrialBalance, sidesOf } from "./trial-balance";

const HEADER = ["class", "account", "description", "debit (USD)", "credit (USD)"];

/** Returns the trial balance at a given time as CSV; the last line has the totals. Source: docs/books.md. */
export const exportTrialBalance: AdminUseCase<typeof exportTrialBalanceContract> = async ({
  input,
  at: present,
}) => {
  const at = input.query.at ?? present;
  const { lines, debitsMicroUsd, creditsMicroUsd } = await readTrialBalance(at);
  const rows = lines.map(({ line, balanceMicroUsd }) => {
    const { class: accountClass, meaning } = ACCOUNT_WORDS[accountKind(line)];
    const { debitMicroUsd, creditMicroUsd } = sidesOf(balanceMicroUsd);
    const sides = [formatUsd(debitMicroUsd), formatUsd(creditMicroUsd)];
    return [ACCOUNT_CLASSES[accountClass], line, meaning, ...sides];
  });
  const totals = ["", "total", at.toISOString()];
  async function* batches() {
    yield [...rows, [...totals, formatUsd(debitsMicroUsd), formatUsd(creditsMicroUsd)]];
  }
  const name = `trial-balance-${at.toISOString().slice(0, 19).replaceAll(":", "-")}Z.csv`;
  return csvResponse(name, HEADER, batches());
};
