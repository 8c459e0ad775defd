import type { AdminUseCase } from "@/lib/contract/use-cases";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { accountKind } from "./account-kind";
import type { getTrialBalanceContract } from "./contract";
import { isFinalAt } from "./is-final-at";
import type { LineRow } from "./store";
import { readTrialBalance } from "./trial-balance";

function presentLine({ line, balanceMicroUsd }: LineRow) {
  const kind = accountKind(line);
  const [, chain = "", token = ""] = line.split(":");
  return {
    line,
    kind,
    ...(kind === "custody" && { chain, token }),
    balance: usdFromMicroUsd(balanceMicroUsd),
  };
}

/** Returns the balance of each kind of account at a given time. Source: docs/books.md. */
export const getTrialBalance: AdminUseCase<typeof getTrialBalanceContract> = async ({
  input,
  at: present,
}) => {
  const at = input.query.at ?? present;
  const { lines, subtotals, debitsMicroUsd, creditsMicroUsd } = await readTrialBalance(at);
  return {
    at: at.toISOString(),
    isFinal: isFinalAt(at, present),
    lines: lines.map(presentLine),
    subtotals: subtotals.map((each) => ({
      class: each.class,
      debits: usdFromMicroUsd(each.debitsMicroUsd),
      credits: usdFromMicroUsd(each.creditsMicroUsd),
    })),
    debits: usdFromMicroUsd(debitsMicroUsd),
    credits: usdFromMicroUsd(creditsMicroUsd),
    total: usdFromMicroUsd(creditsMicroUsd - debitsMicroUsd),
  };
};
