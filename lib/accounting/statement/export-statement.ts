import { csvResponse } from "@/lib/contract/csv/csv-response";
import type { AdminUseCase } from "@/lib/contract/use-cases";
import { formatUsd } from "@/lib/kernel/money";
import { walletAccount } from "@/lib/ledger";
import type { exportStatementContract } from "../contract";
import { partnerName } from "../partner-name";
import { monthOf } from "./month";
import { findStretch, listMoves, type StretchRow } from "./store";

const BATCH_ROWS = 1_000;
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
  for (let low = stretch.low; ; ) {
    const moves = await listMoves(account, { low, high: stretch.high }, BATCH_ROWS);
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
    const last = moves.at(-1);
    if (!last || moves.length < BATCH_ROWS) break;
    low = last.version;
  }
  yield [edge(until, "closing balance", stretch.closingMicroUsd)];
}

/**
 * Returns a partner's statement of a month as CSV: the entries, oldest first, between the opening and the closing
 * balance.
 * Source: docs/books.md.
 * @throws ServiceError PARTNER_NOT_FOUND
 */
export const exportStatement: AdminUseCase<typeof exportStatementContract> = async ({
  input,
  at,
}) => {
  const { id } = input.params;
  await partnerName(id);
  const { from, until } = monthOf(input.query.month, at);
  const account = walletAccount(id);
  const stretch = await findStretch(account, from, until);
  if (!stretch) throw new Error(`the wallet of ${id} has no history`);
  const lines = linesOf(account, stretch, from, until);
  return csvResponse(`statement-${id}-${input.query.month}.csv`, HEADER, lines);
};
