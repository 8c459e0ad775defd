import { writeAudited } from "@/lib/db/write-audited";
import { describeAudit } from "@/lib/kernel/audit-context";

/** Makes this session view a partner's dashboard. */
export async function setViewing(sessionId: string, partnerId: string): Promise<void> {
  await writeAudited((db) =>
    db.session.updateMany({ where: { id: sessionId }, data: { viewingPartnerId: partnerId } }),
  );
}

/** Ends the session's view of a dashboard. The audit entry refers to the partner that was viewed. */
export async function endViewing(sessionId: string): Promise<void> {
  await writeAudited(
    async (db) => {
      const session = await db.session.findUnique({
        where: { id: sessionId },
        select: { viewingPartnerId: true },
      });
      const viewed = session?.viewingPartnerId ?? undefined;
      if (viewed === undefined) return undefined;
      const { count } = await db.session.updateMany({
        where: { id: sessionId, viewingPartnerId: viewed },
        data: { viewingPartnerId: null },
      });
      return count > 0 ? viewed : undefined;
    },
    (viewed) => {
      if (viewed !== undefined) describeAudit({ targetId: viewed });
      return viewed !== undefined;
    },
  );
}
