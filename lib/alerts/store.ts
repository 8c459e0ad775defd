import { prisma } from "@/lib/db";
import { writeAudited } from "@/lib/db/write-audited";
import type { AlertKind } from "./catalogue";

/** Closes an alert on behalf of a person, with their reason. Returns true if it was open. */
export async function settleAlert(
  id: string,
  { by, reason, at }: { by: string; reason: string; at: Date },
): Promise<boolean> {
  const { count } = await writeAudited(
    (db) =>
      db.alert.updateMany({
        where: { id, closedAt: null },
        data: { closedAt: at, closedBy: by, closeReason: reason },
      }),
    (closed) => closed.count > 0,
  );
  return count > 0;
}

export interface OpenAlert {
  id: string;
  kind: AlertKind;
  subject: string;
  text: string;
  openedAt: Date;
}

const SHOWN = { id: true, kind: true, subject: true, text: true, openedAt: true } as const;

const withKind = <Row extends { kind: string }>(row: Row) => ({
  ...row,
  kind: row.kind as AlertKind,
});

export async function findOpenAlert(id: string): Promise<OpenAlert | undefined> {
  const db = await prisma();
  const row = await db.alert.findUnique({ where: { id, closedAt: null }, select: SHOWN });
  return row ? withKind(row) : undefined;
}

export interface AlertCount {
  /** May be a kind that only a later version knows. */
  kind: string;
  open: number;
}

/** The number of open alerts of each kind that has any. */
export async function countOpenAlerts(): Promise<AlertCount[]> {
  const db = await prisma();
  const counts = await db.alert.groupBy({
    by: ["kind"],
    where: { closedAt: null },
    _count: true,
    orderBy: { kind: "asc" },
  });
  return counts.map(({ kind, _count }) => ({ kind, open: _count }));
}

/** The open alerts, newest first. */
export async function listOpenAlerts(limit: number): Promise<OpenAlert[]> {
  const db = await prisma();
  const rows = await db.alert.findMany({
    where: { closedAt: null },
    select: SHOWN,
    orderBy: [{ openedAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  return rows.map(withKind);
}

/** The open alerts of these kinds about an object, such as a chain, and about its parts, as `polygon:usdc`. */
export async function listOpenAbout(
  object: string,
  kinds: readonly AlertKind[],
): Promise<OpenAlert[]> {
  const db = await prisma();
  const rows = await db.alert.findMany({
    where: {
      closedAt: null,
      kind: { in: [...kinds] },
      OR: [{ subject: object }, { subject: { startsWith: `${object}:` } }],
    },
    select: SHOWN,
  });
  return rows.map(withKind);
}
