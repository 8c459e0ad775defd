import { closeHours } from "./store";

/** Stores the balance of each line of the books at the end of every completed hour, as a background job. */
export async function snapshotHourlyBalances(): Promise<{ written: number }> {
  return { written: await closeHours() };
}
