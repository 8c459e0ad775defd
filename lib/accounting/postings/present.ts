import type { z } from "zod";
import { accountKind } from "@/lib/accounting/account-kind";
import { explorerUrl } from "@/lib/chain/explorer-url";
import { env } from "@/lib/kernel/env";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { PostingLeg } from "./legs-of";
import { obstacleOf } from "./obstacle-of";
import type { postingLegSchema, postingPreviewSchema, postingSchema } from "./schema";
import type { PostingRow } from "./store";

/** The amount of a posting: the sum of its positive legs. */
export const amountOf = (legs: readonly PostingLeg[]): bigint =>
  legs.reduce((sum, { amount }) => (amount > 0n ? sum + amount : sum), 0n);

/** Converts a row to its response. */
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

/**
 * Converts the legs of a posting with the balance of each account before and after, and the reason why it cannot be
 * posted now.
 */
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

/** Converts the legs of a decided posting, without balances: the present ones are unrelated to it. */
export const presentLegs = ({ legs, last4 }: Pick<PostingRow, "legs" | "last4">) =>
  legs.map((leg) => presentLeg(leg, last4, undefined));
