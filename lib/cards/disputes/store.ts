import { prisma } from "@/lib/db";
import { queryList } from "@/lib/db/query-list";
import type { Page, PageRequest } from "@/lib/kernel/page";
import type { Prisma } from "@/prisma/generated/client";
import type { IssuerName } from "../network/message";
import type { DisputeRow } from "./dispute";
import { type DisputeFilters, disputeStatement, merchantOf } from "./dispute-list";
import { type EvidenceFileRow, findFilesOf } from "./files/store";
import { findIsRareMerchant } from "./sql-store";
import { NOT_BLOCKING } from "./words";

/** The ids of the card transactions that show a dispute in the list of its card. */
export interface DisputeTransactions {
  creditTransactionId: string;
  reversalTransactionId: string | undefined;
}

export type ListedDispute = DisputeRow &
  DisputeTransactions & { files: EvidenceFileRow[]; last4: string; merchantName: string };

/** Adds the card transactions that show the disputes, the merchant, the card and the files. */
export async function withTransactions(disputes: readonly DisputeRow[]): Promise<ListedDispute[]> {
  const db = await prisma();
  const ids = disputes.map(({ id }) => id);
  const [rows, files, disputed, cards] = await Promise.all([
    db.cardTransaction.findMany({
      where: { category: "dispute", reference: { in: ids } },
      select: { id: true, reference: true, type: true },
    }),
    findFilesOf(ids),
    db.cardTransaction.findMany({
      where: { id: { in: disputes.map(({ transactionId }) => transactionId) } },
      select: { id: true, merchantName: true },
    }),
    db.card.findMany({
      where: { id: { in: disputes.map(({ cardId }) => cardId) } },
      select: { id: true, last4: true },
    }),
  ]);
  const merchants = new Map(disputed.map(({ id, merchantName }) => [id, merchantName]));
  const digits = new Map(cards.map(({ id, last4 }) => [id, last4]));
  const idOf = (disputeId: string, type: string) =>
    rows.find((row) => row.reference === disputeId && row.type === type)?.id;
  return disputes.map((dispute) => ({
    ...dispute,
    creditTransactionId: idOf(dispute.id, "refund") ?? "",
    reversalTransactionId: idOf(dispute.id, "withdrawal"),
    last4: digits.get(dispute.cardId) ?? "",
    merchantName: merchants.get(dispute.transactionId) ?? "",
    files: files.filter(({ disputeId }) => disputeId === dispute.id),
  }));
}

/** Finds a partner's dispute. */
export async function findDispute(
  partnerId: string,
  disputeId: string,
): Promise<ListedDispute | undefined> {
  const db = await prisma();
  const row = await db.cardDispute.findUnique({ where: { id: disputeId, partnerId } });
  const [found] = row ? await withTransactions([row as DisputeRow]) : [];
  return found;
}

/** Returns a reader of the pages of a partner's disputes that match the filters, newest first. */
export async function disputePages(
  partnerId: string,
  filters: DisputeFilters,
): Promise<(page: PageRequest) => Promise<Page<ListedDispute>>> {
  const merchant = merchantOf(filters.search);
  const isRare = merchant !== undefined && (await findIsRareMerchant(partnerId, merchant));
  return async (page) => {
    const statement = disputeStatement(partnerId, filters, isRare, page);
    const found = await queryList<DisputeRow & Record<string, unknown>>(statement, page.limit);
    return { ...found, rows: await withTransactions(found.rows) };
  };
}

/** The card network's facts about a card transaction. */
export interface NetworkFacts {
  /** `<issuer>:<the issuer's id>` of the transaction, and of the capture that collected the disputed money. */
  networkTransactionId: string | null;
  captureId: string | null;
}

/**
 * Finds the ids that the card network has for a card transaction. Its own capture has its amount; of several such captures
 * and transactions, the first belongs to the first. A transaction that was collected in parts has none: then the disputed
 * amount tells the part, else it is in the oldest larger one.
 */
export async function findNetworkFacts(
  transactionId: string,
  amountMicroUsd: bigint,
): Promise<NetworkFacts> {
  const db = await prisma();
  const row = await db.cardTransaction.findUnique({
    where: { id: transactionId },
    select: { networkTransactionId: true, amountMicroUsd: true, createdAt: true },
  });
  const networkTransactionId = row?.networkTransactionId ?? null;
  if (!row || networkTransactionId === null) return { networkTransactionId, captureId: null };
  const captures = await db.networkMessage.findMany({
    where: { networkTransactionId, kind: "capture", amountMicroUsd: { gte: amountMicroUsd } },
    orderBy: [{ sentAt: "asc" }, { id: "asc" }],
    select: { id: true, amountMicroUsd: true },
  });
  const equalBefore = await db.cardTransaction.count({
    where: {
      networkTransactionId,
      category: "authorization",
      amountMicroUsd: row.amountMicroUsd,
      OR: [
        { createdAt: { lt: row.createdAt } },
        { createdAt: row.createdAt, id: { lt: transactionId } },
      ],
    },
  });
  const of = (wantedMicroUsd: bigint) =>
    captures.filter((capture) => capture.amountMicroUsd === wantedMicroUsd);
  const own = of(row.amountMicroUsd)[equalBefore] ?? of(amountMicroUsd)[0] ?? captures[0];
  return { networkTransactionId, captureId: own?.id ?? null };
}

/** Finds another dispute of ours that stands for the same dispute at the issuer. */
export async function findOtherOfIssuer(
  { id, issuer }: Pick<DisputeRow, "id" | "issuer">,
  issuerDisputeId: string,
): Promise<string | undefined> {
  const db = await prisma();
  const other = await db.cardDispute.findFirst({
    where: { issuer, issuerDisputeId, id: { not: id }, status: { notIn: NOT_BLOCKING } },
    select: { id: true },
  });
  return other?.id;
}

/** Finds those of the disputes that are decided. */
export async function findDecided(disputeIds: readonly string[]): Promise<string[]> {
  if (disputeIds.length === 0) return [];
  const db = await prisma();
  const rows = await db.cardDispute.findMany({
    where: { id: { in: [...disputeIds] }, decidedAt: { not: null } },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** Attempts whose pauses take some ten minutes together. */
export const LATE_AFTER_ATTEMPTS = 9;

/** A condition: submitted disputes about which the issuer has not answered for some ten minutes. An answer resets both. */
const NOT_FOLLOWED = {
  status: "submitted",
  failure: { not: null },
  attempts: { gte: LATE_AFTER_ATTEMPTS },
};

/** Disputes that do not get on, with the oldest of them. */
interface LateDisputes {
  count: number;
  oldest: { issuer: IssuerName; failure: string | null } | null;
}

async function countLate(
  issuers: readonly IssuerName[],
  where: Prisma.CardDisputeWhereInput,
): Promise<LateDisputes> {
  const db = await prisma();
  const due = { ...where, issuer: { in: [...issuers] }, dueAt: { not: null } };
  const count = await db.cardDispute.count({ where: due });
  if (count === 0) return { count, oldest: null };
  const oldest = await db.cardDispute.findFirst({ where: due, orderBy: { createdAt: "asc" } });
  return { count, oldest: oldest as DisputeRow | null };
}

/** Counts the disputes at these issuers that are pending since before an instant. */
export const countLateDisputes = (
  issuers: readonly IssuerName[],
  before: Date,
): Promise<LateDisputes> => countLate(issuers, { status: "pending", createdAt: { lt: before } });

/** Counts the submitted disputes at these issuers whose outcome cannot be asked for. */
export const countNotFollowed = (issuers: readonly IssuerName[]): Promise<LateDisputes> =>
  countLate(issuers, NOT_FOLLOWED);

/** Counts the open disputes at issuers other than these, by issuer. */
export async function countDisputesAtOthers(
  issuers: readonly IssuerName[],
): Promise<Map<IssuerName, number>> {
  const db = await prisma();
  const rows = await db.cardDispute.groupBy({
    by: ["issuer"],
    where: { dueAt: { not: null }, issuer: { notIn: [...issuers] } },
    _count: true,
  });
  return new Map(rows.map(({ issuer, _count }) => [issuer as IssuerName, _count]));
}
