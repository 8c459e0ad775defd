import { prisma } from "@/lib/db";
import { cutPage, type Page, type PageRequest } from "@/lib/kernel/page";
import type { Prisma } from "@/prisma/generated/client";
import type { DisputeRow } from "../dispute";
import { findPartnersNamed } from "../sql-store";
import type { CardDisputeStatus } from "../states";
import { type ListedDispute, NOT_FOLLOWED, withTransactions } from "../store";

/** Shorter delays of a submission end without anybody's help. */
const LATE_AFTER_MS = 600_000;
const ALERT_KINDS = ["dispute_failed", "dispute_differs", "dispute_needs_information"];

/** A dispute with what the console shows beside it. */
export type AdminDisputeRow = ListedDispute & {
  partnerName: string;
  description: string;
  authorizedAt: Date;
  needsAttention: boolean;
  /** Another dispute of the transaction was opened after this one. */
  isReplaced: boolean;
  events: { type: string; detail: string; createdAt: Date }[];
};

async function alertedIds(): Promise<string[]> {
  const db = await prisma();
  const where = { kind: { in: ALERT_KINDS }, closedAt: null };
  const alerts = await db.alert.findMany({ where, select: { subject: true } });
  return alerts.map(({ subject }) => subject);
}

async function attentionWhere(at: Date) {
  const createdAt = { lt: new Date(at.getTime() - LATE_AFTER_MS) };
  return {
    OR: [
      { status: "pending", OR: [{ failure: { not: null } }, { createdAt }] },
      NOT_FOLLOWED,
      { id: { in: await alertedIds() } },
    ],
  };
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]));

function foundIn<Row>(rows: ReadonlyMap<string, Row>, id: string): Row {
  const row = rows.get(id);
  if (!row) throw new Error(`${id} is missing`);
  return row;
}

/** Adds what the console shows. The rows of one page: one statement per table. */
async function described(rows: readonly DisputeRow[], at: Date): Promise<AdminDisputeRow[]> {
  const db = await prisma();
  const ids = rows.map(({ id }) => id);
  const needsAttention = await attentionWhere(at);
  const idsOf = (name: "partnerId" | "transactionId") => ({
    id: { in: rows.map((row) => row[name]) },
  });
  const [listed, partners, transactions, events, attention, ofTransactions] = await Promise.all([
    withTransactions(rows),
    db.partner.findMany({ where: idsOf("partnerId"), select: { id: true, name: true } }),
    db.cardTransaction.findMany({
      where: idsOf("transactionId"),
      select: { id: true, description: true, createdAt: true },
    }),
    db.cardDisputeEvent.findMany({
      where: { disputeId: { in: ids } },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    }),
    db.cardDispute.findMany({
      where: { id: { in: ids }, ...needsAttention },
      select: { id: true },
    }),
    db.cardDispute.findMany({
      where: { transactionId: { in: rows.map(({ transactionId }) => transactionId) } },
      select: { transactionId: true, createdAt: true },
    }),
  ]);
  const [partnerOf, transactionOf] = [byId(partners), byId(transactions)];
  const needing = new Set(attention.map(({ id }) => id));
  return listed.map((dispute) => {
    const { description, createdAt } = foundIn(transactionOf, dispute.transactionId);
    return {
      ...dispute,
      partnerName: foundIn(partnerOf, dispute.partnerId).name,
      description,
      authorizedAt: createdAt,
      needsAttention: needing.has(dispute.id),
      isReplaced: ofTransactions.some(
        (other) =>
          other.transactionId === dispute.transactionId && other.createdAt > dispute.createdAt,
      ),
      events: events.filter(({ disputeId }) => disputeId === dispute.id),
    };
  });
}

export interface DisputeFilter {
  /** `attention`: those that an operator should see. */
  status?: readonly (CardDisputeStatus | "attention")[] | undefined;
  partnerId?: readonly string[] | undefined;
  /** An id, or the beginning of a partner's name. */
  search?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** A search finds the disputes of so many partners. */
const MAX_PARTNERS = 100;

async function searchWhere(search: string): Promise<Prisma.CardDisputeWhereInput> {
  const partnerIds = await findPartnersNamed(search, MAX_PARTNERS);
  return {
    OR: [
      { id: search },
      { transactionId: search },
      { cardId: search },
      { issuerDisputeId: search },
      { partnerId: { in: partnerIds } },
    ],
  };
}

async function conditionsOf(
  wanted: DisputeFilter,
  at: Date,
): Promise<Prisma.CardDisputeWhereInput> {
  const { status, partnerId, from, to } = wanted;
  const search = wanted.search?.trim();
  const statuses = status?.filter((each) => each !== "attention");
  return {
    AND: [
      ...(statuses
        ? [
            {
              OR: [
                { status: { in: statuses } },
                ...(status?.includes("attention") ? [await attentionWhere(at)] : []),
              ],
            },
          ]
        : []),
      ...(partnerId ? [{ partnerId: { in: [...partnerId] } }] : []),
      ...(search ? [await searchWhere(search)] : []),
      { createdAt: { ...(from && { gte: from }), ...(to && { lt: to }) } },
    ],
  };
}

/** Lists the disputes of all partners that match, newest first. */
export async function listAllDisputes(
  wanted: DisputeFilter,
  at: Date,
  { skip, limit, cursor }: PageRequest,
): Promise<Page<AdminDisputeRow>> {
  const db = await prisma();
  const where = await conditionsOf(wanted, at);
  const [total, rows] = await Promise.all([
    db.cardDispute.count({ where }),
    db.cardDispute.findMany({
      where: cursor === undefined ? where : { AND: [where, { id: { lt: cursor } }] },
      orderBy: { id: "desc" },
      skip,
      take: limit + 1,
    }),
  ]);
  const page = cutPage(rows as DisputeRow[], limit);
  return { ...page, total, rows: await described(page.rows, at) };
}

/** Finds a dispute of any partner. */
export async function findAnyDispute(id: string, at: Date): Promise<AdminDisputeRow | undefined> {
  const db = await prisma();
  const row = await db.cardDispute.findUnique({ where: { id } });
  return row ? (await described([row as DisputeRow], at))[0] : undefined;
}

/** Counts the disputes for the Health page. */
export async function countDisputes(at: Date) {
  const db = await prisma();
  const isOpen = { decidedAt: null };
  const needsAttention = await attentionWhere(at);
  const [attention, open] = await Promise.all([
    db.cardDispute.count({ where: needsAttention }),
    db.cardDispute.aggregate({ where: isOpen, _count: true, _sum: { amountMicroUsd: true } }),
  ]);
  return { attention, open: open._count, openMicroUsd: open._sum.amountMicroUsd ?? 0n };
}
