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
