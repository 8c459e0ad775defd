import { closeHours } from "./store";

/** Writes down what each line of the books had at the end of the hours that are over, as background work. */
export async function snapshotHourlyBalances(): Promise<{ written: number }> {
  return { written: await closeHours() };
}
