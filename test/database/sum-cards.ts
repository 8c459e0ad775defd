import { expect } from "vitest";
import { sumCardsBefore } from "@/lib/cards/sums/store";
import { eventually } from "../eventually";
import { sql } from "../fixtures/make";

/**
 * Adds all card transactions and cards that are older than five minutes to the stored sums. Waits until the transactions of other
 * tests in the same cluster have ended, as the job does. Returns the number of sums written.
 */
export async function sumAllCards(): Promise<number> {
  let written = 0;
  const sum = async () => {
    written += await sumCardsBefore(new Date());
    const [end] = await sql("SELECT awaited_at AS awaited FROM card_sums_end");
    expect(end.awaited).toBeNull();
  };
  await eventually(sum, { timeoutMs: 120_000 });
  return written;
}
