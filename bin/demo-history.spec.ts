import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { signIn } from "../e2e/dashboard-pages.ts";
import { whenLiving } from "../test/service/living-page.ts";
import { serviceBooks } from "../test/service/service-books.ts";
import { type StartedService, spawnStart, startService } from "../test/service/start-service.ts";
import { wasSeedInterrupted } from "./service/seed-if-empty.ts";

/** The demo of `npm start` with its 90 days of history. Its first start is killed half way. */
test.describe.configure({ mode: "serial" });
test.setTimeout(20 * 60_000);

const HISTORY = { DEMO_HISTORY_DAYS: "90" };

let dataDir: string;
let service: StartedService;

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "partner-wallet-history-"));
});
test.afterAll(async () => {
  await service?.stop({ keepData: true });
  await rm(dataDir, { recursive: true, force: true });
});

const books = () => serviceBooks(dataDir, "");

async function countDeposits(): Promise<number> {
  const count = "SELECT count(*)::int AS count FROM deposits";
  // At first PostgreSQL does not listen, and then the table does not exist.
  const rows = await books()
    .sql<{ count: number }>(count)
    .catch(() => []);
  return rows[0]?.count ?? 0;
}

/** Counts rows of each partner, the first partner first. */
async function countRows(table: "users" | "cards" | "card_transactions") {
  const counts = await books().sql<{ partner_id: string; count: number }>(
    `SELECT partner_id, count(*)::int AS count FROM ${table} GROUP BY partner_id`,
  );
  return service.demo.partners.map(
    ({ partnerId }) => counts.find((row) => row.partner_id === partnerId)?.count ?? 0,
  );
}

test("a start that is killed while it makes the history starts over", async () => {
  const killed = spawnStart(dataDir, HISTORY);
  const ended = new Promise((done) => killed.once("exit", done));
  await expect.poll(countDeposits, { timeout: 5 * 60_000 }).toBeGreaterThan(10);
  killed.kill("SIGKILL");
  await ended;
  expect(wasSeedInterrupted({ dataDir })).toBe(true);
  service = await startService({ dataDir, env: HISTORY });
  expect(wasSeedInterrupted({ dataDir })).toBe(false);
});

test("the first partner has a programme of 90 days, and the second is almost empty", async () => {
  const [users = 0, ofSecond] = await countRows("users");
  expect(users).toBeGreaterThan(290);
  expect(ofSecond).toBe(0);
  expect((await countRows("cards"))[0]).toBeGreaterThan(240);
  expect((await countRows("card_transactions"))[0]).toBeGreaterThan(4_800);
});

test("each invariant of the books holds, and the chains have what the ledger has", async () => {
  const { code, output } = await books().audit();
  expect(output).toContain(" 0 broken");
  expect(code).toBe(0);
  const answer = await fetch(`${service.baseUrl}/api/internal/chain/reconcile`, {
    method: "POST",
    headers: { authorization: `Bearer ${service.demo.cronSecret}` },
  });
  expect(await answer.json()).toMatchObject({
    status: "success",
    data: { unequal: 0, unreachable: 0 },
  });
});

test("the overview shows what the programme spent in 90 days", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: service.baseUrl });
  const page = whenLiving(await context.newPage());
  const [owner] = service.demo.partners;
  if (!owner) throw new Error("the demo has no partner");
  await signIn(page, owner, "/?days=90");
  const main = page.getByRole("main");
  const spend = main.getByRole("link", { name: /^\d{3},\d{3}\.\d{2} USD$/ });
  await expect(spend.first()).toBeVisible();
  await expect(main.getByRole("link", { name: /^9\d\.\d%$/ })).toBeVisible();
  const reasons = page.locator('main li a[href*="declinedReason="]');
  await expect(reasons.nth(4)).toBeVisible();
  await context.close();
});
