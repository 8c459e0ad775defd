import { expect } from "vitest";
import { sumWalletsBefore } from "@/lib/activity/overview/store";
import { eventually } from "../eventually";
import { sql } from "../fixtures/make";

/**
 * Adds the wallet transactions before an id of more than five minutes ago to the stored sums. Waits until the transactions of other
 * tests in the same cluster have ended, as the job does. Returns the number of sums of quarters that were written.
 */
export async function sumWalletsUntil(id: string): Promise<number> {
  let written = 0;
  const sum = async () => {
    written += await sumWalletsBefore(id);
    expect(await sql("SELECT before_id FROM wallet_sums_end")).toEqual([{ before_id: id }]);
  };
  await eventually(sum, { timeoutMs: 120_000 });
  return written;
}
