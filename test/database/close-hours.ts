import { expect } from "vitest";
import { closeHours } from "@/lib/accounting/store";
import { eventually } from "../eventually";
import { sql } from "../fixtures/make";

/**
 * Stores the balances of all hours that have ended. Waits until the transactions of other tests in the same cluster have ended,
 * as the job does. Returns the number of rows written.
 */
export async function closeAllHours(): Promise<number> {
  let written = 0;
  const close = async () => {
    written += await closeHours();
    const [end] = await sql("SELECT awaited_at AS awaited FROM ledger.hours_end");
    expect(end.awaited).toBeNull();
  };
  await eventually(close, { timeoutMs: 120_000 });
  return written;
}
