// SQL: lock: adds to the clock under the lock of the partner's row, and moves what waits in the same statement.

import { change } from "@/lib/db";

/**
 * Advances a partner's clock. Returns the total advance in seconds; undefined when it would exceed `maxTotalS`.
 * The statement is `advance_partner_clock` in prisma/sql.
 */
export async function advancePartnerClock(
  partnerId: string,
  advanceS: number,
  maxTotalS: number,
  at: Date,
): Promise<number | undefined> {
  const [row] = await change<{ totalS: number | null }>(
    "advance_partner_clock",
    `SELECT advance_partner_clock($1, $2, $3, $4) AS "totalS"`,
    [partnerId, advanceS, maxTotalS, at],
    ([advanced]) => typeof advanced?.totalS === "number",
  );
  return row?.totalS ?? undefined;
}
