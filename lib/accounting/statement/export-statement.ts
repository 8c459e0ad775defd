import { csvResponse } from "@/lib/contract/csv/csv-response";
import type { AdminUseCase, PersonUseCase } from "@/lib/contract/use-cases";
import { formatUsd } from "@/lib/kernel/money";
import { walletAccount } from "@/lib/ledger";
import { partnerName } from "../partner-name";
import type { exportOwnStatementContract, exportStatementContract } from "./contract";
import { monthOf } from "./month";
import { readEntries } from "./read-entries";
import { type EntryRangeRow, findEntryRange } from "./store";

const HEADER = [
  "time (UTC)",
  "type",
  "amount (USD)",
  "balance after (USD)",
  "fees within (USD)",
  "description",
  "card",
  "posted for",
  "journal",
];

/** The CSV line of the opening or the closing balance. */
const edge = (at: Date, word: string, balanceMicroUsd: bigint) => [
  at.toISOString(),
  word,
  "",
  formatUsd(balanceMicroUsd),
];

async function* linesOf(account: string, range: EntryRangeRow, from: Date, until: Date) {
  yield [edge(from, "opening balance", range.openingMicroUsd)];
  for await (const entries of readEntries(account, range)) {
    yield entries.map((entry) => [
      entry.createdAt.toISOString(),
      entry.type,
      formatUsd(entry.amountMicroUsd),
      formatUsd(entry.balanceAfterMicroUsd),
      formatUsd(entry.feesWithinMicroUsd),
      entry.narration,
      entry.cardId,
      entry.sourceId,
      entry.journalId,
    ]);
  }
  yield [edge(until, "closing balance", range.closingMicroUsd)];
}

/**
 * Returns the statement of a month as CSV: the entries, oldest first, between the opening and the closing balance. The name of the
 * file says whether entries can still be added.
 */
async function statementCsv(partnerId: string, month: string, at: Date): Promise<Response> {
  const { from, until, isOver } = monthOf(month, at);
  const account = walletAccount(partnerId);
  const range = await findEntryRange(account, from, until);
  if (!range) throw new Error(`the wallet of ${partnerId} has no history`);
  const lines = linesOf(account, range, from, until);
  const open = isOver ? "-not-final" : "-month-to-date";
  const state = isOver && range.isClosed ? "" : open;
  return csvResponse(`statement-${partnerId}-${month}${state}.csv`, HEADER, lines);
}

/**
 * Returns a partner's statement of a month as CSV to operators. Source: docs/books.md.
 * @throws ServiceError PARTNER_NOT_FOUND
 */
export const exportStatement: AdminUseCase<typeof exportStatementContract> = async ({
  input,
  at,
}) => {
  const { id } = input.params;
  await partnerName(id);
  return statementCsv(id, input.query.month, at);
};

/** Returns the caller's statement of a month as CSV. */
export const exportOwnStatement: PersonUseCase<typeof exportOwnStatementContract> = ({
  partner,
  input,
  at,
}) => statementCsv(partner.id, input.query.month, at);
