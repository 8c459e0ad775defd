import type { OperatorRole } from "@/lib/contract/roles";
import { prisma } from "@/lib/db";
import { writeAudited } from "@/lib/db/write-audited";

export interface OperatorInvitationRow {
  id: string;
  email: string;
  role: OperatorRole;
  invitedBy: string;
  /** The link gives an administrator new credentials (`npm run recover-operator`) and creates no person. */
  isRecovery: boolean;
  createdAt: Date;
  expiresAt: Date;
}

/** Whether an invitation can be used at an instant of the database's clock, by which they end. */
const openAt = (at: Date) => ({
  partnerId: null,
  acceptedAt: null,
  revokedAt: null,
  expiresAt: { gt: at },
});

/** Lists invitations and recovery links that can still be used, newest first. */
export async function listOperatorInvitations(at: Date): Promise<OperatorInvitationRow[]> {
  const db = await prisma();
  const rows = await db.invitation.findMany({
    where: { ...openAt(at), invitedBy: { not: null } },
    select: {
      ...{ id: true, email: true, role: true, recovers: true, createdAt: true, expiresAt: true },
      inviter: { select: { name: true } },
    },
    orderBy: { id: "desc" },
  });
  return rows.map(({ inviter, recovers, role, ...row }) => ({
    ...row,
    role: role as OperatorRole,
    invitedBy: inviter?.name ?? "",
    isRecovery: recovers !== null,
  }));
}

/** Revokes an invitation. Returns false when it was used, has ended, or belongs to a partner. */
export async function revokeOperatorInvitation(id: string, at: Date): Promise<boolean> {
  const { count } = await writeAudited(
    (db) => db.invitation.updateMany({ where: { id, ...openAt(at) }, data: { revokedAt: at } }),
    (revoked) => revoked.count > 0,
  );
  return count > 0;
}

/** Ends every session of a person at once; returns their number. Sessions end by the clock of the database. */
export async function endSessions(personId: string, at: Date): Promise<number> {
  const { count } = await writeAudited((db) =>
    db.session.updateMany({
      where: { personId, revokedAt: null, expiresAt: { gt: at } },
      data: { revokedAt: at },
    }),
  );
  return count;
}
