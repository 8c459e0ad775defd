// SQL: lock: the SQL function waits for the commits of the partner that are under way.

import { change } from "@/lib/db";

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
