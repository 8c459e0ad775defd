import type { z } from "zod";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { accountKind } from "./account-kind";
import type { journalSchema, legSchema } from "./schema";
import type { JournalRow, LegRow, PostingRow } from "./store";

/** Converts a journal to its response for administrators. */
export function presentJournal(row: JournalRow): z.output<typeof journalSchema> {
  return {
    journalId: row.id,
    type: row.type,
    sourceId: row.sourceId,
    ...(row.partnerId !== null && { partnerId: row.partnerId }),
    ...(row.partnerName !== null && { partnerName: row.partnerName }),
    amount: usdFromMicroUsd(row.amountMicroUsd),
    createdAt: row.createdAt.toISOString(),
  };
}

/** Converts a leg of a journal. */
export function presentLeg(leg: LegRow): z.output<typeof legSchema> {
  const { account, cardId, amountMicroUsd, balanceAfterMicroUsd } = leg;
  return {
    account,
    kind: accountKind(account),
    ...(cardId !== null && { cardId }),
    amount: usdFromMicroUsd(BigInt(amountMicroUsd)),
    ...(balanceAfterMicroUsd !== null && {
      balanceAfter: usdFromMicroUsd(BigInt(balanceAfterMicroUsd)),
    }),
  };
}

/** The reason of an operator posting and the people who decided it. */
export const presentPosting = ({ reference, ...posting }: PostingRow) => ({
  ...posting,
  ...(reference !== null && { reference }),
});
