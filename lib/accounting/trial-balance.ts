import { accountKind } from "./account-kind";
import { ACCOUNT_WORDS, type AccountClass } from "./account-words";
import { ACCOUNT_CLASS_NAMES, ACCOUNT_KINDS } from "./schema";
import { type LineRow, listLines } from "./store";

/** Returns a signed balance as a debit or as a credit: the ledger stores debit balances as negative amounts. */
export const sidesOf = (balanceMicroUsd: bigint) =>
  balanceMicroUsd < 0n
    ? { debitMicroUsd: -balanceMicroUsd, creditMicroUsd: 0n }
    : { debitMicroUsd: 0n, creditMicroUsd: balanceMicroUsd };

const place = ({ line }: LineRow) => ACCOUNT_KINDS.indexOf(accountKind(line));

const classOf = ({ line }: LineRow): AccountClass => ACCOUNT_WORDS[accountKind(line)].class;

/** Returns the sums of the debit balances and of the credit balances. */
function sumsOf(lines: readonly LineRow[]) {
  let debitsMicroUsd = 0n;
  let creditsMicroUsd = 0n;
  for (const { balanceMicroUsd } of lines) {
    const { debitMicroUsd, creditMicroUsd } = sidesOf(balanceMicroUsd);
    debitsMicroUsd += debitMicroUsd;
    creditsMicroUsd += creditMicroUsd;
  }
  return { debitsMicroUsd, creditsMicroUsd };
}

/**
 * Reads the balance of each kind of account at a given time, assets first, with the sums of debits and credits of all
 * accounts and of each class that has one.
 */
export async function readTrialBalance(at: Date) {
  const lines = (await listLines(at)).sort(
    (first, second) => place(first) - place(second) || (first.line < second.line ? -1 : 1),
  );
  const byClass = Map.groupBy(lines, classOf);
  const subtotals = ACCOUNT_CLASS_NAMES.flatMap((name) => {
    const ofClass = byClass.get(name);
    return ofClass ? [{ class: name, lines: ofClass, ...sumsOf(ofClass) }] : [];
  });
  return { lines, subtotals, ...sumsOf(lines) };
}
