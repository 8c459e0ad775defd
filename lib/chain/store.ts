// SQL: takes a number of a sequence; raises a fault in one statement.

import { query } from "@/lib/db";

/** Returns a new derivation index. An index that is taken and not used is skipped, which is harmless. */
export async function nextDepositIndex(): Promise<number> {
  const rows = await query<{ index: bigint }>(
    "next_deposit_index",
    "SELECT nextval('deposit_index') AS index",
    [],
  );
  return Number(rows[0]?.index);
}

/** Records that the chain could not be read. Without an earlier read, the row has no real head. */
export async function recordFault(chain: string, fault: string, at: Date): Promise<void> {
  await query(
    "record_chain_fault",
    `INSERT INTO chain_status (chain, head_number, head_at, seen_at, fault, fault_since)
     VALUES ($1, 0, to_timestamp(0), $3, $2, $3)
     ON CONFLICT (chain) DO UPDATE SET fault = excluded.fault,
       fault_since = coalesce(chain_status.fault_since, excluded.fault_since)`,
    [chain, fault, at],
  );
}
