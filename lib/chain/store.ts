import { query } from "@/lib/db";

/** A derivation index that was never given out before. One taken and not used is lost, which is harmless. */
export async function nextDepositIndex(): Promise<number> {
  const rows = await query<{ index: bigint }>(
    "next_deposit_index",
    "SELECT nextval('deposit_index') AS index",
    [],
  );
  return Number(rows[0]?.index);
}

/** The chain could not be read. Of one that was never read there is nothing to say but that. */
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
