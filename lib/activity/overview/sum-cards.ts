import { sumCardsBefore } from "@/lib/cards/sums/store";

/** Adds card transactions and new cards to the stored sums, up to five minutes ago, as a background job. */
export async function sumCards(): Promise<{ written: number }> {
  // Uses the real clock, because the database does too.
  return { written: await sumCardsBefore(new Date()) };
}
