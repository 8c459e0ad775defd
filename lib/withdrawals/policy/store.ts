import { prisma } from "@/lib/db";
import { writeAudited } from "@/lib/db/write-audited";
import { NO_POLICY, type PolicyRow } from "./policy";

/** Reads a partner's policy; NO_POLICY for a partner without a row. */
export async function findPolicy(partnerId: string): Promise<PolicyRow> {
  const db = await prisma();
  const row = await db.payoutPolicy.findUnique({
    where: { partnerId },
    omit: { partnerId: true, changedAt: true },
  });
  return row ?? NO_POLICY;
}

/**
 * Stores a policy in place of the version that was read. Returns false when another request changed it meanwhile.
 * @throws DatabaseError PW028 when a second administrator must confirm it.
 */
export async function savePolicy(
  partnerId: string,
  { version, ...policy }: PolicyRow,
  changedAt: Date,
): Promise<boolean> {
  const data = { ...policy, version: version + 1, changedAt };
  const isDone = ({ count }: { count: number }) => count > 0;
  const saved = await writeAudited(
    (db) =>
      version === 0
        ? db.payoutPolicy.createMany({ data: [{ partnerId, ...data }], skipDuplicates: true })
        : db.payoutPolicy.updateMany({ where: { partnerId, version }, data }),
    isDone,
  );
  return isDone(saved);
}
