import { change } from "@/lib/db";
import { describeAudit } from "@/lib/kernel/audit-context";

/** Makes this session view a partner's dashboard. */
export async function setViewing(sessionId: string, partnerId: string): Promise<void> {
  await change("set_viewing", "UPDATE sessions SET viewing_partner_id = $2 WHERE id = $1", [
    sessionId,
    partnerId,
  ]);
}

/** Ends the session's view of a dashboard. The audit entry refers to the partner that was viewed. */
export async function endViewing(sessionId: string): Promise<void> {
  await change<{ partnerId: string }>(
    "end_viewing",
    `WITH looking AS (SELECT id, viewing_partner_id FROM sessions
       WHERE id = $1 AND viewing_partner_id IS NOT NULL FOR UPDATE)
     UPDATE sessions s SET viewing_partner_id = NULL FROM looking l WHERE s.id = l.id
     RETURNING l.viewing_partner_id AS "partnerId"`,
    [sessionId],
    ([ended]) => {
      if (ended) describeAudit({ targetId: ended.partnerId });
      return ended !== undefined;
    },
  );
}

/**
 * Suspends a partner, or ends its suspension when `suspendedAt` is null; does nothing when the state is the same. Waits
 * until the partner's running commits have ended.
 */
export async function updateSuspension(partnerId: string, suspendedAt: Date | null): Promise<void> {
  await change<{ isChanged: boolean }>(
    "set_suspension",
    'SELECT set_suspension($1, $2) AS "isChanged"',
    [partnerId, suspendedAt],
    ([row]) => row?.isChanged === true,
  );
}
