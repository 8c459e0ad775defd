import { prisma } from "@/lib/db";
import { approvalSignatureSchema } from "./approval-signature";
import type { SignedApproval } from "./check-signatures";

export interface StoredApproval extends SignedApproval {
  createdAt: Date;
}

/** Reads the approvals of a withdrawal with their signatures, oldest first. A malformed signature counts as none. */
export async function findSignedApprovals(withdrawalId: string): Promise<StoredApproval[]> {
  const db = await prisma();
  const approvals = await db.withdrawalApproval.findMany({
    where: { withdrawalId },
    orderBy: [{ createdAt: "asc" }, { personId: "asc" }],
  });
  const people = await db.person.findMany({
    where: { id: { in: approvals.map(({ personId }) => personId) } },
    select: { id: true, name: true },
  });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return approvals.map(({ personId, createdAt, signature }) => ({
    personId,
    createdAt,
    name: names.get(personId) ?? personId,
    signature: approvalSignatureSchema.nullable().catch(null).parse(signature),
  }));
}
