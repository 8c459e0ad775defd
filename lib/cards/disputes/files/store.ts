// SQL: locks: uploads for one transaction are counted one after the other; money path: the files that a decision reads.

import { lookUp, prisma, type RunQuery } from "@/lib/db";
import { writeAudited } from "@/lib/db/write-audited";
import type { IssuerName } from "../../network/message";
import { NOT_BLOCKING } from "../words";
import type { EvidenceMediaType } from "./rules";

/** A row of `dispute_files` without its content. */
export interface EvidenceFileRow {
  id: string;
  partnerId: string;
  transactionId: string;
  disputeId: string | null;
  name: string;
  mediaType: EvidenceMediaType;
  sizeBytes: number;
  /** The issuer's id of the file, once the issuer has it. */
  issuerFileId: string | null;
  createdAt: Date;
}

export interface StoredEvidenceFile extends EvidenceFileRow {
  contentHash: string;
  keySealed: string;
  content: Uint8Array<ArrayBuffer>;
}

const SHOWN = {
  id: true,
  partnerId: true,
  transactionId: true,
  disputeId: true,
  name: true,
  mediaType: true,
  sizeBytes: true,
  issuerFileId: true,
  createdAt: true,
} as const;
const orderBy = { id: "asc" } as const;
/** The disputes of one run of the purge; the next run continues. */
const BATCH = 1_000;

/** A condition: a new dispute can have the file. Files of a dispute that came to nothing are free again. */
const IS_FREE = {
  OR: [{ disputeId: null }, { dispute: { status: { in: NOT_BLOCKING } } }],
};

/** Finds the files of a transaction that a new dispute can have. */
export function findFreeFiles(
  partnerId: string,
  transactionId: string,
  runQuery: RunQuery = lookUp,
): Promise<EvidenceFileRow[]> {
  return runQuery<EvidenceFileRow & Record<string, unknown>>(
    "find_free_files",
    `SELECT f.id, f.partner_id AS "partnerId", f.transaction_id AS "transactionId", f.dispute_id AS "disputeId", f.name,
       f.media_type AS "mediaType", f.size_bytes AS "sizeBytes", f.issuer_file_id AS "issuerFileId", f.created_at AS "createdAt"
     FROM dispute_files f LEFT JOIN card_disputes d ON d.id = f.dispute_id
     WHERE f.partner_id = $1 AND f.transaction_id = $2 AND (f.dispute_id IS NULL OR d.status = ANY($3)) ORDER BY f.id`,
    [partnerId, transactionId, NOT_BLOCKING],
  );
}

/** The issuer of a transaction's card. */
export async function findIssuerOf(cardId: string): Promise<IssuerName> {
  const db = await prisma();
  const { issuer } = await db.card.findUniqueOrThrow({
    where: { id: cardId },
    select: { issuer: true },
  });
  return issuer as IssuerName;
}

/**
 * Stores a file, or returns the one with the same content, which is kept as long as a new one. Undefined when the
 * transaction has `maxFiles` already.
 */
export function insertFile(
  file: StoredEvidenceFile,
  maxFiles: number,
): Promise<EvidenceFileRow | undefined> {
  const { partnerId, transactionId, contentHash } = file;
  return writeAudited(
    async (db) => {
      await db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${transactionId}, 0))`;
      const free = await db.disputeFile.findMany({
        where: { partnerId, transactionId, ...IS_FREE },
        select: { ...SHOWN, contentHash: true },
      });
      const same = free.find((each) => each.contentHash === contentHash);
      if (same) {
        const { createdAt } = file;
        const where = { id: same.id, disputeId: same.disputeId };
        const { count } = await db.disputeFile.updateMany({ where, data: { createdAt } });
        if (count > 0) return { ...same, createdAt } as unknown as EvidenceFileRow;
        // It was deleted meanwhile, or a dispute took it: the file is stored as a new one.
      }
      if (free.filter((each) => each !== same).length >= maxFiles) return undefined;
      await db.disputeFile.createMany({ data: [file] });
      return file;
    },
    (stored) => stored !== undefined,
  );
}

/** Deletes a file that a new dispute could have. Returns whether there was one. */
export async function deleteFreeFile(partnerId: string, fileId: string): Promise<boolean> {
  const db = await prisma();
  const file = await db.disputeFile.findFirst({
    where: { id: fileId, partnerId, ...IS_FREE },
    select: { disputeId: true },
  });
  if (!file) return false;
  const isDone = ({ count }: { count: number }) => count > 0;
  // A dispute that takes the file meanwhile changes its dispute, so the file is not deleted then.
  const where = { id: fileId, partnerId, disputeId: file.disputeId };
  return isDone(await writeAudited((tx) => tx.disputeFile.deleteMany({ where }), isDone));
}

/** Finds the files of disputes, without their content. */
export async function findFilesOf(disputeIds: readonly string[]): Promise<EvidenceFileRow[]> {
  const db = await prisma();
  const where = { disputeId: { in: [...disputeIds] } };
  return (await db.disputeFile.findMany({ where, select: SHOWN, orderBy })) as EvidenceFileRow[];
}

/** Reads a file of a dispute with its content. */
export async function readFileOf(
  disputeId: string,
  fileId: string,
): Promise<StoredEvidenceFile | undefined> {
  const db = await prisma();
  const row = await db.disputeFile.findUnique({ where: { id: fileId, disputeId } });
  return (row as StoredEvidenceFile | null) ?? undefined;
}

/** Notes that the issuer has a file. */
export async function noteDelivered(
  { id, disputeId }: EvidenceFileRow,
  issuerFileId: string,
): Promise<void> {
  const db = await prisma();
  await db.disputeFile.updateMany({ where: { id, disputeId }, data: { issuerFileId } });
}

/** Deletes files that no dispute took in time, and files of disputes that were decided long ago. */
export async function deleteOldFiles(freeBefore: Date, decidedBefore: Date): Promise<number> {
  const db = await prisma();
  // One of a decided dispute that was uploaded again is about to be a file of a new dispute.
  const createdAt = { lt: freeBefore };
  const free = await db.disputeFile.deleteMany({ where: { disputeId: null, createdAt } });
  const decided = await db.disputeFile.findMany({
    where: { createdAt, dispute: { decidedAt: { lt: decidedBefore } } },
    select: { disputeId: true },
    distinct: "disputeId",
    take: BATCH,
  });
  const disputeId = { in: decided.flatMap((file) => file.disputeId ?? []) };
  const over = await db.disputeFile.deleteMany({ where: { createdAt, disputeId } });
  return free.count + over.count;
}
