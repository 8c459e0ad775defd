import { requireEqualClocks } from "@/lib/db/require-equal-clocks";
import { firstIdAt } from "@/lib/kernel/ids";
import { sumWalletsBefore } from "./store";

/**
 * A row is committed within a minute after its id is created: one statement writes it, which statement_timeout and
 * lock_timeout end (lib/db/connection-settings.ts) and for whose answer a process waits DATABASE_ANSWER_TIMEOUT_MS. A
 * commit that waits longer, for a standby, holds back the commit of these sums too. The rest of this margin covers the
 * differences of clocks. Source: docs/decisions/0027-sums-of-the-overview.md
 */
const COMMITTED_AFTER_MS = 300_000;

/**
 * Adds wallet transactions to the stored sums, up to a few minutes ago, as a background job. Throws, and adds nothing, while
 * the clocks of the database and of this process differ: sums that a wrong clock took too far would miss later rows.
 */
export async function sumWallets(): Promise<{ written: number }> {
  await requireEqualClocks();
  // Uses the real clock, because ids do too, even when the service's clock is set.
  const until = new Date(Date.now() - COMMITTED_AFTER_MS);
  return { written: await sumWalletsBefore(firstIdAt("txn", until)) };
}
