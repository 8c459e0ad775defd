// SQL: locks: the queue of erasures, and a batch of one, which the database does with the rights of its owner.

import { query } from "@/lib/db";
import { queueOf } from "@/lib/db/queue";

/** A deleted user whose data in other tables are being erased. */
export interface UserErasure {
  userId: string;
  partnerId: string;
}

/** The erasures of deleted users. The deletion queues them: prisma/sql/public.mask_user.sql. */
export const userErasures = queueOf<UserErasure, Record<string, never>>({
  table: "user_erasures",
  alias: "e",
  key: { userId: "user_id" },
  columns: `e.partner_id AS "partnerId"`,
  outcome: {},
  sharedBy: "partner_id",
  leaseMs: 180_000,
});

/** `waiting`: a dispute is not yet submitted, and the issuer needs its explanation. */
export type ErasureState = "more" | "done" | "waiting";

/** Erases the next batch of a user's data and stores the place to continue at. */
export async function eraseBatch(userId: string, maxRows: number): Promise<ErasureState> {
  const [row] = await query<{ state: ErasureState }>(
    "erase_user_batch",
    "SELECT erase_user_batch($1, $2) AS state",
    [userId, maxRows],
  );
  if (!row) throw new Error("the erasure of a user returned no row");
  return row.state;
}
