import { prisma } from "@/lib/db";
import type { Check, CheckKind } from "./check";

/** The last run of a check; undefined if it never ran. */
export async function findCheck(kind: CheckKind): Promise<Check | undefined> {
  const db = await prisma();
  const found = await db.check.findUnique({
    where: { kind },
    include: { person: { select: { id: true, name: true } } },
  });
  if (!found) return undefined;
  const { personId: _, ...check } = found;
  return { ...check, kind };
}
