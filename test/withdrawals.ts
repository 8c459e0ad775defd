import { randomUUID } from "node:crypto";
import * as approve from "@/app/api/admin/withdrawals/[id]/approve/route";
import * as fail from "@/app/api/admin/withdrawals/[id]/fail/route";
import * as reject from "@/app/api/admin/withdrawals/[id]/reject/route";
import * as withdrawal from "@/app/api/v1/partner/withdrawal/[id]/route";
import * as withdrawals from "@/app/api/v1/partner/withdrawal/route";
import { bookFaults } from "./books";
import { type CallOptions, call, sql, type TestPartner } from "./make";
import type { Browser } from "./people";

/** An address with letters of both cases, as wallets show it. */
export const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";

/** The withdrawals of a partner's server, each through its route's handler. Keys are fresh unless given. */
export function withdrawalsOf({ apiKey }: Pick<TestPartner, "apiKey">) {
  const one = (id: string, options: CallOptions = {}) => ({ apiKey, params: { id }, ...options });
  return {
    create: (body: unknown, idempotencyKey: string = randomUUID()) =>
      call(withdrawals.POST, { method: "POST", apiKey, body, idempotencyKey }),
    list: (query: Record<string, string | number> = {}) => call(withdrawals.GET, { apiKey, query }),
    get: (id: string) => call(withdrawal.GET, one(id)),
    cancel: (id: string) => call(withdrawal.DELETE, one(id, { method: "DELETE" })),
    /** A pending withdrawal's id. */
    make: async (amount = 100): Promise<string> => {
      const answer = await call(withdrawals.POST, {
        method: "POST",
        apiKey,
        body: { amount, toAddress: ADDRESS },
        idempotencyKey: randomUUID(),
      });
      if (answer.status !== 200) throw new Error(`no withdrawal: ${JSON.stringify(answer.json)}`);
      return answer.json.data.id;
    },
  };
}

/** The decisions of an administrator in a browser. */
export function decisionsIn(browser: Browser) {
  const decide = (handler: typeof approve.POST) => (id: string, body: unknown) =>
    browser.call(handler, { method: "POST", params: { id }, body });
  return { approve: decide(approve.POST), reject: decide(reject.POST), fail: decide(fail.POST) };
}

/** Queries that find nothing while withdrawals and their money agree; `$1` is the partner. */
const FAULTS: Record<string, string> = {
  "a withdrawal was debited or refunded other than once": `
    SELECT w.id, w.status FROM withdrawals w LEFT JOIN wallet_transactions t
      JOIN ledger.journals j ON j.id = t.journal_id ON j.source_id = w.id
    WHERE w.partner_id = $1 GROUP BY w.id, w.status, w.amount_micro_usd
    HAVING sum(CASE t.type WHEN 'debit' THEN t.amount_micro_usd ELSE -t.amount_micro_usd END) IS DISTINCT FROM
      CASE WHEN w.status IN ('pending', 'approved', 'completed') THEN w.amount_micro_usd ELSE 0 END`,
  "an event is missing or too many": `
    SELECT w.id, w.status FROM withdrawals w LEFT JOIN webhook_events e ON e.resource_id = w.id
    WHERE w.partner_id = $1 GROUP BY w.id, w.status
    HAVING count(e.*) <> CASE WHEN w.status IN ('pending', 'approved') THEN 0 ELSE 1 END`,
  "a total is not the length of its list": `
    SELECT listed.kind FROM (
      SELECT 'withdrawals' AS kind, count(*) AS n FROM withdrawals WHERE partner_id = $1
      UNION ALL SELECT 'withdrawals:' || s.status, count(w.*) FROM
        (VALUES ('pending'), ('approved'), ('completed'), ('cancelled'), ('rejected'), ('failed')) s (status)
        LEFT JOIN withdrawals w ON w.partner_id = $1 AND w.status = s.status GROUP BY s.status) listed
    WHERE n <> (SELECT coalesce(sum(c.n), 0) FROM row_counts c WHERE c.scope = $1 AND c.kind = listed.kind)`,
};

/** What is wrong with a partner's withdrawals and books: nothing, ever. */
export async function withdrawalFaults(partnerId: string): Promise<string[]> {
  const faults = await bookFaults(partnerId);
  for (const [fault, text] of Object.entries(FAULTS)) {
    const rows = await sql(text, [partnerId]);
    if (rows.length > 0) faults.push(`${fault}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return faults;
}
