import type { z } from "zod";
import { accountKind } from "@/lib/accounting/account-kind";
import { explorerUrl } from "@/lib/chain/explorer-url";
import { env } from "@/lib/kernel/env";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { PostingLeg } from "./legs-of";
import { obstacleOf } from "./obstacle-of";
import type { postingLegSchema, postingPreviewSchema, postingSchema } from "./schema";
import type { PostingRow } from "./store";

/** What a posting moves: all that its legs add to accounts. */
export const amountOf = (legs: readonly PostingLeg[]): bigint =>
  legs.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n);

/** Row → wire. */
export function presentPosting(row: PostingRow): z.input<typeof postingSchema> {
  const { partnerId, partnerName, cardId, last4, reference, decisionReason } = row;
  return {
    postingId: row.id,
    kind: row.kind,
    status: row.status,
    amount: usdFromMicroUsd(amountOf(row.legs)),
    ...(partnerId !== null && { partnerId }),
    ...(partnerName !== null && { partnerName }),
    ...(cardId !== null && { serviceCardId: cardId }),
    ...(last4 !== null && { last4 }),
    reason: row.reason,
    ...(reference !== null && { reference }),
    requestedBy: { personId: row.requestedBy, name: row.requestedByName },
    requestedAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    ...(row.decidedBy !== null &&
      row.decidedByName !== null && {
        decidedBy: { personId: row.decidedBy, name: row.decidedByName },
      }),
    ...(row.decidedAt !== null && { decidedAt: row.decidedAt.toISOString() }),
    ...(decisionReason !== null && { decisionReason }),
    ...(row.journalId !== null && { journalId: row.journalId }),
    ...(row.transactionId !== null && { serviceTransactionId: row.transactionId }),
  };
}

function presentLeg(
  { account, amount, reference }: PostingLeg,
  last4: string | null,
  balances: ReadonlyMap<string, bigint> | undefined,
): z.input<typeof postingLegSchema> {
  const kind = accountKind(account);
  const [, chain = "", token = ""] = account.split(":");
  const url =
    kind === "custody" && reference !== undefined
      ? explorerUrl(env().SERVICE_ENVIRONMENT, chain, reference)
      : undefined;
  const before = balances?.get(account) ?? 0n;
  return {
    account,
    kind,
    ...(kind === "custody" && { chain, token }),
    ...(kind === "card" && last4 !== null && { last4 }),
    amount: usdFromMicroUsd(amount),
    ...(reference !== undefined && { reference }),
    ...(url !== undefined && { explorerUrl: url }),
    ...(balances && {
      before: usdFromMicroUsd(before),
      after: usdFromMicroUsd(before + amount),
    }),
  };
}

/** The legs of a posting with what each account has before and after it, and why it could not be posted now. */
export function presentPreview(
  posting: Pick<PostingRow, "legs" | "bookedBy" | "cardStatus" | "last4">,
  balances: ReadonlyMap<string, bigint>,
): z.input<typeof postingPreviewSchema> {
  const obstacle = obstacleOf(posting, balances);
  return {
    legs: posting.legs.map((leg) => presentLeg(leg, posting.last4, balances)),
    ...(obstacle && { obstacle: obstacle.text }),
  };
}

/** The legs of a posting that is decided: what the accounts have now says nothing of it any more. */
export const presentLegs = ({ legs, last4 }: Pick<PostingRow, "legs" | "last4">) =>
  legs.map((leg) => presentLeg(leg, last4, undefined));
