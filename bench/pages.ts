import pg from "pg";
import { createPartner } from "@/lib/partners/create-partner";
import { signIn, signInTwo, timePage } from "./read-pages";
import { BARE_PATH } from "./scenarios";
import { seedPages } from "./seed-pages";
import { sumPastHours } from "./sum-past-hours";

const ROWS = 100_000;
const WANTED_MS = 100;

const PARTNER_PAGES = [
  "/",
  "/users",
  "/users?search=ama&status=approved&sort=name",
  "/cards",
  "/cards?status=active&search=okafor",
  "/transactions",
  "/transactions?status=settled&amountMin=100",
  "/transactions?sort=largest",
  "/transactions?of=wallet",
  "/transactions?of=wallet&type=credit&amountMin=100",
  "/wallet",
  "/withdrawals",
  "/developers/webhooks",
  "/developers/requests",
];
const CONSOLE_PAGES = [
  "/admin",
  "/admin/partners",
  "/admin/books",
  "/admin/books/journals",
  "/admin/health",
  "/admin/audit",
];

/** The pages of a partner with 100,000 rows of each kind, and the administrators', beside a bare route handler. */
export async function measurePages(superuserUrl: string, baseUrl: string) {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const { partnerId } = await createPartner({ name: `${ROWS} rows`, at: new Date() });
  // The audit log names them.
  await signIn(client, baseUrl, { role: "owner", partnerId });
  await seedPages([client], partnerId, {
    lists: ROWS,
    transactions: ROWS,
    journals: ROWS,
    days: 30,
  });
  await client.query("VACUUM ANALYZE");
  await sumPastHours();
  const bare = await timePage("bare route handler", new URL(BARE_PATH, baseUrl), []);
  const rows: object[] = [bare];
  for (const [pages, reader] of [
    [PARTNER_PAGES, { role: "owner", partnerId }],
    [CONSOLE_PAGES, { role: "admin" }],
  ] as const)
    for (const page of pages) {
      // Somebody else for each: nobody may ask as fast as this for long.
      const cookies = await signInTwo(client, baseUrl, reader);
      const measured = await timePage(page, new URL(page, baseUrl), cookies);
      rows.push({ ...measured, wanted: `<= ${WANTED_MS}` });
    }
  await client.end();
  return rows;
}
