import type { PartnerRole } from "@/lib/contract/roles";
import { prisma } from "@/lib/db";
import { writeAudited } from "@/lib/db/write-audited";

export interface InvitationRow {
  id: string;
  email: string;
  role: PartnerRole;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Whether an invitation can be used at an instant of the database's clock, by which they end. */
const openAt = (at: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: at } });

/** Lists invitations that can still be used, newest first. */
export async function listInvitations(partnerId: string, at: Date): Promise<InvitationRow[]> {
  const db = await prisma();
  const rows = await db.invitation.findMany({
    where: { partnerId, ...openAt(at), invitedBy: { not: null } },
    select: {
      ...{ id: true, email: true, role: true, createdAt: true, expiresAt: true },
      inviter: { select: { name: true } },
    },
    orderBy: { id: "desc" },
  });
  return rows.map(({ inviter, role, ...row }) => ({
    ...row,
    role: role as PartnerRole,
    invitedBy: inviter?.name ?? "",
  }));
}

/** Revokes an invitation. Returns false when it was used, has ended, or is another partner's. */
export async function revokeInvitation(
  partnerId: string,
  invitationId: string,
  at: Date,
): Promise<boolean> {
  const { count } = await writeAudited(
    (db) =>
      db.invitation.updateMany({
        where: { id: invitationId, partnerId, ...openAt(at) },
        data: { revokedAt: at },
      }),
    (revoked) => revoked.count > 0,
  );
  return count > 0;
}
