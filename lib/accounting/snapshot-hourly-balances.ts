import { closeHours, closeWalletHours } from "./store";

/**
 * Stores the balance of each line of the books at the end of every completed hour, and what the hour moved on each wallet,
 * as a background job.
 */
export async function snapshotHourlyBalances(): Promise<{ written: number }> {
  return { written: (await closeHours()) + (await closeWalletHours()) };
}
