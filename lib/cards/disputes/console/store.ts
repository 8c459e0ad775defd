import { prisma } from "@/lib/db";
import type { Page, PageRequest } from "@/lib/kernel/page";
import type { DisputeRow } from "../dispute";
import { type ListedDispute, withTransactions } from "../store";
import {
  countNeedingAttention,
  type DisputeFilter,
  findAllDisputes,
  findNeedingAttention,
} from "./sql-store";

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
  const idsOf = (name: "partnerId" | "transactionId") => ({
    id: { in: rows.map((row) => row[name]) },
  });
  const [listed, partners, transactions, events, needing, ofTransactions] = await Promise.all([
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
    findNeedingAttention(ids, at),
    db.cardDispute.findMany({
      where: { transactionId: { in: rows.map(({ transactionId }) => transactionId) } },
      select: { transactionId: true, createdAt: true },
    }),
  ]);
  const [partnerOf, transactionOf] = [byId(partners), byId(transactions)];
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

/** Lists the disputes of all partners that match, newest first. */
export async function listAllDisputes(
  wanted: DisputeFilter,
  at: Date,
  page: PageRequest,
): Promise<Page<AdminDisputeRow>> {
  const found = await findAllDisputes(wanted, at, page);
  return { ...found, rows: await described(found.rows, at) };
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
  // The time of the next call, which has an index, is that of all open disputes, and only of these.
  const isOpen = { dueAt: { not: null } };
  const [attention, open] = await Promise.all([
    countNeedingAttention(at),
    db.cardDispute.aggregate({ where: isOpen, _count: true, _sum: { amountMicroUsd: true } }),
  ]);
  return { attention, open: open._count, openMicroUsd: open._sum.amountMicroUsd ?? 0n };
}
