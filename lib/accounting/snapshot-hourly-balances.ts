import { requireEqualClocks } from "@/lib/db/require-equal-clocks";
import { closeHours, closeWalletHours } from "./store";

/**
 * Stores the balance of each line of the books at the end of every completed hour, and what the hour moved on each wallet,
 * as a background job. Throws, and closes nothing, while the clocks of the database and of this process differ.
 */
export async function snapshotHourlyBalances(): Promise<{ written: number }> {
  await requireEqualClocks();
  return { written: (await closeHours()) + (await closeWalletHours()) };
}
