import { csvResponse } from "@/lib/contract/csv/csv-response";
import type { AdminUseCase, PersonUseCase } from "@/lib/contract/use-cases";
import { formatUsd } from "@/lib/kernel/money";
import { walletAccount } from "@/lib/ledger";
import { partnerName } from "../partner-name";
import type { exportOwnStatementContract, exportStatementContract } from "./contract";
import { monthOf } from "./month";
import { movesOf } from "./moves-of";
import { findStretch, type StretchRow } from "./store";

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

async function* linesOf(account: string, stretch: StretchRow, from: Date, until: Date) {
  yield [edge(from, "opening balance", stretch.openingMicroUsd)];
  for await (const moves of movesOf(account, stretch)) {
    yield moves.map((move) => [
      move.createdAt.toISOString(),
      move.type,
      formatUsd(move.amountMicroUsd),
      formatUsd(move.balanceAfterMicroUsd),
      formatUsd(move.feesWithinMicroUsd),
      move.narration,
      move.cardId,
      move.sourceId,
      move.journalId,
    ]);
  }
  yield [edge(until, "closing balance", stretch.closingMicroUsd)];
}

/** Returns the statement of a month as CSV: the entries, oldest first, between the opening and the closing balance. */
async function statementCsv(partnerId: string, month: string, at: Date): Promise<Response> {
  const { from, until } = monthOf(month, at);
  const account = walletAccount(partnerId);
  const stretch = await findStretch(account, from, until);
  if (!stretch) throw new Error(`the wallet of ${partnerId} has no history`);
  const lines = linesOf(account, stretch, from, until);
  return csvResponse(`statement-${partnerId}-${month}.csv`, HEADER, lines);
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
