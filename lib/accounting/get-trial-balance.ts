import type { AdminUseCase } from "@/lib/contract/use-cases";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { accountKind } from "./account-kind";
import type { getTrialBalanceContract } from "./contract";
import { ACCOUNT_KINDS } from "./schema";
import { type LineRow, listLines } from "./store";

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
  const rows = await listLines(at);
  const place = ({ line }: LineRow) => ACCOUNT_KINDS.indexOf(accountKind(line));
  const lines = rows.sort(
    (first, second) => place(first) - place(second) || (first.line < second.line ? -1 : 1),
  );
  const total = rows.reduce((sum, { balanceMicroUsd }) => sum + balanceMicroUsd, 0n);
  return { at: at.toISOString(), lines: lines.map(presentLine), total: usdFromMicroUsd(total) };
};
