// SQL: lock: takes requests out of shared buckets in one call.

import { hash } from "node:crypto";
import { query } from "@/lib/db";
import { inBatches } from "@/lib/kernel/in-batches";
import type { Lease, LeaseRequest } from "@/lib/kernel/shared-rates";

/** Rows that nobody has used for this time are those of full buckets. */
const IDLE = "1 hour";

/** Leases requests of the rates that all processes share. The keys, which may be addresses, are stored as hashes. */
export async function leaseRates(requests: readonly LeaseRequest[]): Promise<Lease[]> {
  const hashed = requests.map((request, index) => ({
    ...{ request, index },
    hash: hash("sha256", request.key, "hex"),
  }));
  // All processes lock in one order.
  hashed.sort((one, other) => (one.hash < other.hash ? -1 : 1));
  const column = (pick: (request: LeaseRequest) => number) =>
    hashed.map(({ request }) => pick(request));
  const rows = await query<Lease & Record<string, unknown>>(
    "lease_rates",
    `SELECT granted, tokens FROM lease_rates($1::text[], $2::float8[], $3::float8[], $4::float8[], $5::float8[])`,
    [
      hashed.map((each) => each.hash),
      column(({ perS }) => perS),
      column(({ burst }) => burst),
      column(({ spent }) => spent),
      column(({ wanted }) => wanted),
    ],
  );
  const leases: Lease[] = [];
  for (const [place, { index }] of hashed.entries()) {
    const lease = rows[place];
    if (lease) leases[index] = lease;
  }
  return leases;
}

/**
 * Deletes the rows of buckets that have been full for long, in batches until none is left: addresses can make them faster than
 * a fixed number in each run would end. The rows have no index by time, which every request would have to maintain.
 */
export async function purgeRateBuckets(batchRows = 10_000): Promise<{ buckets: number }> {
  const buckets = await inBatches(batchRows, async (maxRows) => {
    const [row] = await query<{ deleted: number }>(
      "purge_rate_buckets",
      `WITH gone AS (DELETE FROM rate_buckets WHERE key = ANY (ARRAY(SELECT key FROM rate_buckets
         WHERE filled_at < now() - interval '${IDLE}' LIMIT $1 FOR UPDATE SKIP LOCKED)) RETURNING 1)
       SELECT count(*)::int AS deleted FROM gone`,
      [maxRows],
    );
    return row?.deleted ?? 0;
  });
  return { buckets };
}
