import { prisma } from "@/lib/db";
import type { IssuerName } from "../../network/message";
import type { DisputeRow } from "../dispute";
import { blocksAnother } from "../words";
import type { DisputeReport } from "./dispute-report";

/**
 * Finds our transactions of an issuer's id: Stripe names the capture, Lithic the whole transaction.
 * @returns the ids of card transactions; empty when the issuer's transaction is not known here
 */
async function findTransactionIds(issuer: IssuerName, issuerId: string): Promise<string[]> {
  const db = await prisma();
  const id = `${issuer}:${issuerId}`;
  const capture = await db.networkMessage.findUnique({
    where: { id },
    select: { networkTransactionId: true },
  });
  const rows = await db.cardTransaction.findMany({
    where: { networkTransactionId: capture?.networkTransactionId ?? id },
    select: { id: true },
  });
  return rows.map((row) => row.id);
}

interface Reported {
  /** Whether the disputed transaction is one of ours, or cannot be found out. */
  isOurs: boolean;
  dispute: DisputeRow | undefined;
}

/**
 * Finds the dispute that a report is about: by the issuer's id, or the newest one of the transaction that has no issuer's
 * id yet, because an event can arrive before the response to our request is stored.
 */
export async function findReportedDispute(
  issuer: IssuerName,
  { issuerDisputeId, issuerTransactionId }: DisputeReport,
): Promise<Reported> {
  const db = await prisma();
  const orderBy = { id: "desc" } as const;
  const row = await db.cardDispute.findFirst({ where: { issuer, issuerDisputeId }, orderBy });
  const known = row as DisputeRow | null;
  // Another debit of the transaction can have a newer dispute, which failed because this one is at the issuer.
  if (issuerTransactionId === null || (known && blocksAnother(known)))
    return { isOurs: true, dispute: known ?? undefined };
  const transactionIds = await findTransactionIds(issuer, issuerTransactionId);
  const where = { transactionId: { in: transactionIds }, issuerDisputeId: null };
  const pending = await db.cardDispute.findFirst({ where, orderBy });
  // A transaction that was disputed again has the same dispute at Stripe: the newest row counts.
  const newest = [known, pending]
    .filter((row) => row !== null)
    .sort((a, b) => (a.id < b.id ? 1 : -1));
  return {
    isOurs: known !== null || transactionIds.length > 0,
    dispute: newest[0] as DisputeRow | undefined,
  };
}

/** Stores an event in the history of a dispute, once. */
export async function storeDisputeEvent(
  disputeId: string,
  {
    issuer,
    id,
    type,
    createdAt,
  }: { issuer: IssuerName; id: string; type: string; createdAt: Date },
  detail: string,
): Promise<void> {
  const db = await prisma();
  const row = { id: `${issuer}:${id}`, disputeId, type, detail, createdAt };
  await db.cardDisputeEvent.createMany({ data: [row], skipDuplicates: true });
}

/** Makes an open dispute due at once. A process that works on it keeps its lease. */
export async function makeDue(disputeId: string, at: Date): Promise<void> {
  const db = await prisma();
  await db.cardDispute.updateMany({
    where: { id: disputeId, dueAt: { gt: at } },
    data: { dueAt: at },
  });
}
