import type { z } from "zod";
import { explorerUrl } from "@/lib/chain/explorer-url";
import { env } from "@/lib/kernel/env";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { eventTypeOf } from "@/lib/webhooks/present";
import { accountText, isOwn } from "./accounts";
import { causeOf } from "./cause";
import type { explanationSchema } from "./schema";
import { shortfallRemark } from "./shortfall-remark";
import type { EventRow, JournalRow } from "./store";
import type { Subject } from "./subject";
import { type Line, sumOf } from "./sum";
import { journalText } from "./words";

type Explanation = z.input<typeof explanationSchema>;

const presentLine = ({ text, amountMicroUsd }: Line) => ({
  text,
  amount: usdFromMicroUsd(amountMicroUsd),
});

/** The transaction of a journal, unless it is the explained one. */
const otherTransaction = ({ id }: Subject, { transaction }: JournalRow) =>
  transaction?.id === id ? null : transaction;

/** A line of a balance: what was posted and where, such as `Corner Shop: settlement`. */
function lineText(subject: Subject, row: JournalRow): string {
  const text = journalText(row.type);
  const transaction = otherTransaction(subject, row);
  if (subject.balanceMicroUsd === undefined || !transaction) return text;
  if (transaction.kind === "wallet") return transaction.text;
  return `${transaction.text}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function worded(partnerId: string, row: JournalRow) {
  const legs = row.legs.map(({ account, last4, amountMicroUsd, balanceAfterMicroUsd }) => ({
    account,
    text: accountText(partnerId, account, last4),
    amountMicroUsd: BigInt(amountMicroUsd),
    balanceAfterMicroUsd: balanceAfterMicroUsd === null ? null : BigInt(balanceAfterMicroUsd),
  }));
  return { row, text: journalText(row.type), legs };
}

function presentJournal(
  subject: Subject,
  { row, text, legs }: ReturnType<typeof worded>,
): Explanation["journals"][number] {
  const transaction = otherTransaction(subject, row);
  return {
    id: row.id,
    text,
    legs: legs.map((leg) => ({
      ...presentLine(leg),
      isYours: isOwn(leg.account),
      ...(leg.balanceAfterMicroUsd !== null && {
        balanceAfter: usdFromMicroUsd(leg.balanceAfterMicroUsd),
      }),
    })),
    cause: causeOf(row),
    ...(transaction && { transaction }),
    createdAt: row.createdAt.toISOString(),
  };
}

function presentEvent(row: EventRow): Explanation["events"][number] {
  const { id, status, attempts, lastStatusCode, lastError } = row;
  return {
    id,
    event: eventTypeOf(row.type),
    status,
    attempts,
    ...(lastStatusCode !== null && { lastStatusCode }),
    ...(lastError !== null && { lastError }),
    createdAt: row.createdAt.toISOString(),
  };
}

function presentChain({ chain, txHash }: NonNullable<Subject["chain"]>) {
  const url = explorerUrl(env().SERVICE_ENVIRONMENT, chain, txHash);
  return { chain, txHash, ...(url !== undefined && { explorerUrl: url }) };
}

/** Converts the rows to the response: the sentence, the sum and the related resources. */
export function presentExplanation(
  partnerId: string,
  subject: Subject,
  rows: readonly JournalRow[],
  events: readonly EventRow[],
): Explanation {
  const journals = rows.map((row) => worded(partnerId, row));
  const { lines, total } = sumOf(
    subject,
    journals.map((each) => ({ ...each, text: lineText(subject, each.row) })),
  );
  const isBalance = subject.balanceMicroUsd !== undefined;
  const remark = isBalance ? undefined : shortfallRemark(rows);
  return {
    id: subject.id,
    sentence: [subject.sentence, remark].filter(Boolean).join(" "),
    lines: lines.map(presentLine),
    total: presentLine(total),
    journals: journals.map((each) => presentJournal(subject, each)),
    events: events.map(presentEvent),
    ...(subject.chain && { chain: presentChain(subject.chain) }),
  };
}
