// SQL: money path: looks up an idempotency key on a pipelined connection.

import { lookUp } from "@/lib/db";
import type { Claim, ClaimedRow } from "./change-set";

/** The claim of an earlier request with the same partner, endpoint and key, if there is one. */
export async function findClaim({
  partnerId,
  endpoint,
  key,
}: Claim): Promise<ClaimedRow | undefined> {
  const rows = await lookUp<ClaimedRow>(
    "find_claim",
    `SELECT request_hash, response, resource_id, request_id FROM idempotency_keys
     WHERE partner_id = $1 AND endpoint = $2 AND key = $3`,
    [partnerId, endpoint, key],
  );
  return rows[0];
}
