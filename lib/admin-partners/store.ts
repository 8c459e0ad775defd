import { change, query } from "@/lib/db";

/** From now on this session looks at a partner's dashboard. */
export async function setViewing(sessionId: string, partnerId: string): Promise<void> {
  await change("set_viewing", "UPDATE sessions SET viewing_partner_id = $2 WHERE id = $1", [
    sessionId,
    partnerId,
  ]);
}

/** This session looks at nobody's dashboard any more. */
export async function endViewing(sessionId: string): Promise<void> {
  await query("end_viewing", "UPDATE sessions SET viewing_partner_id = NULL WHERE id = $1", [
    sessionId,
  ]);
}

/**
 * Suspends a partner, or ends its suspension when `suspendedAt` is null; nothing when it is so already. Waits for what the
 * partner is committing meanwhile.
 */
export async function updateSuspension(partnerId: string, suspendedAt: Date | null): Promise<void> {
  await change<{ isChanged: boolean }>(
    "set_suspension",
    'SELECT set_suspension($1, $2) AS "isChanged"',
    [partnerId, suspendedAt],
    ([row]) => row?.isChanged === true,
  );
}
