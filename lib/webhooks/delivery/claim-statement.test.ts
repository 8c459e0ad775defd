import "@/test/database";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endTests, sql } from "@/test/fixtures/make";
import { CLAIM_STATEMENT } from "./claim-statement";

const PARTNERS = 50;
const DELIVERED = 100_000;
const FUTURE = 50_000;
const FREE_SLOTS = 256;
/** The limit for one claim; a full read of the deliveries alone is more than 2,000 pages. */
const MAX_PAGES = 1_500;
const PAGES_OF_A_CHANGE = 30;

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[];
}

let client: pg.Client;

beforeAll(async () => {
  // The connection options of lib/db/index.ts.
  client = new pg.Client({
    connectionString: process.env.DATABASE_URL ?? "",
    options:
      "-c role=partner_wallet_app -c plan_cache_mode=force_generic_plan -c enable_seqscan=off",
  });
  await client.connect();
  await client.query(`PREPARE claim AS ${CLAIM_STATEMENT}`);
  // Caches the plan of a new service, which is used from here on.
  await explain();
  await fill();
});
afterAll(async () => {
  await client.end();
  await endTests();
});

async function fill(): Promise<void> {
  await sql(
    `INSERT INTO webhook_endpoints (partner_id, url, last_success_at)
     SELECT 'ptn_' || g, 'https://a.example', now() FROM generate_series(1, $1::int) g`,
    [PARTNERS],
  );
  await sql(
    `INSERT INTO webhook_secrets SELECT 'whs_' || g, 'ptn_' || g, 'sealed', now() FROM generate_series(1, $1::int) g`,
    [PARTNERS],
  );
  await sql(
    `INSERT INTO webhook_events (id, partner_id, type, resource_id, sequence, body, created_at)
     SELECT 'evt_' || lpad(g::text, 9, '0'), 'ptn_' || g % $1::int + 1, 'user.kyc-event', 'usr_' || g, 1, '{}', now()
     FROM generate_series(1, $2::int) g`,
    [PARTNERS, DELIVERED + FUTURE],
  );
  await sql(
    `INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, attempts, due_at, created_at)
     SELECT id, partner_id, resource_id, sequence,
       CASE WHEN row_number() OVER (ORDER BY id) <= $1 THEN 'delivered' ELSE 'pending' END,
       CASE WHEN row_number() OVER (ORDER BY id) <= $1 THEN 1 ELSE right(id, 1)::int % 2 END, now() + interval '1 hour', now()
     FROM webhook_events`,
    [DELIVERED],
  );
}

const execute = (leaseId = "a") =>
  `EXECUTE claim('${leaseId}', 30000, ${FREE_SLOTS}, 128, 192, 16, '{"ptn_1": 2}', 0, 5, 80)`;

/** Returns the plan of a claim, which is executed and rolled back. */
async function explain(): Promise<PlanNode> {
  await client.query("BEGIN");
  const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${execute()}`);
  await client.query("ROLLBACK");
  return rows[0]["QUERY PLAN"][0].Plan;
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}

/** Counts the rows of deliveries that were read, including those that were filtered out. */
function touchedRows(plan: PlanNode): number {
  const scans = [...nodesOf(plan)].filter(
    (node) => node["Relation Name"] === "webhook_deliveries" && node["Node Type"].includes("Scan"),
  );
  expect(scans.length).toBeGreaterThan(3);
  return scans.reduce((sum, node) => {
    const removed =
      (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
    return sum + Math.ceil((node["Actual Rows"] + removed) * node["Actual Loops"]);
  }, 0);
}

/** Changes when deliveries are due, and removes side effects that would affect the measurement. */
async function setDue(expression: string, where: string): Promise<void> {
  await sql(
    `UPDATE webhook_deliveries SET due_at = ${expression} WHERE status = 'pending' AND ${where}`,
  );
  // A vacuum would replan the statement; the first read marks dead rows.
  await explain();
}
const FUTURE_DUE = "now() + interval '1 hour'";
const PAST_DUE = "now() - interval '1 second'";

/**
 * Expects that a claim reads few pages. It reads those of the rows that the preparation replaced as long as another
 * transaction could see them.
 */
async function expectPagesBelow(limit: number): Promise<void> {
  await expect
    .poll(async () => {
      const plan = await explain();
      return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
    })
    .toBeLessThan(limit);
}

describe.each([
  ["the plan of an empty database", async () => undefined],
  ["a plan of this one", () => sql("ANALYZE")],
])("beside 150,000 others, with %s, a claim", (_, prepare) => {
  beforeAll(async () => {
    await prepare();
  });

  test("without due deliveries reads one delivery per partner", async () => {
    await setDue(FUTURE_DUE, "due_at < now()");
    expect(touchedRows(await explain())).toBeLessThanOrEqual(PARTNERS + 5);
    await expectPagesBelow(MAX_PAGES);
  });

  test("reads the claimed deliveries, and one more per partner", async () => {
    const first =
      "SELECT event_id FROM webhook_deliveries WHERE status = 'pending' ORDER BY event_id LIMIT 100";
    await setDue(PAST_DUE, `event_id IN (${first})`);
    // Found, compared with the first one of its resource when untried, locked and changed.
    expect(touchedRows(await explain())).toBeLessThanOrEqual(PARTNERS + 4 * 100 + 5);
    // Each change writes a row and its four indexes, whose depth depends on earlier vacuums.
    await expectPagesBelow(MAX_PAGES + 100 * PAGES_OF_A_CHANGE);
  });

  test("of many due deliveries claims as many as there are free slots, and reads few more", async () => {
    await setDue(PAST_DUE, "true");
    const plan = await explain();
    expect(touchedRows(plan)).toBeLessThanOrEqual(PARTNERS + 6 * FREE_SLOTS);
  });
});

test("does not change deliveries that it does not claim", async () => {
  await setDue(PAST_DUE, "true");
  await client.query("BEGIN");
  const { rows } = await client.query(execute("first"));
  expect(rows.length).toBeGreaterThan(200);
  expect(rows.length).toBeLessThanOrEqual(FREE_SLOTS);
  const leased = await client.query(
    "SELECT count(*)::int AS n FROM webhook_deliveries WHERE lease_id = 'first'",
  );
  expect(leased.rows[0].n).toBe(rows.length);
  // None of the other rows is locked.
  const free = await sql(
    "SELECT count(*)::int AS n FROM (SELECT FROM webhook_deliveries WHERE status = 'pending' FOR UPDATE SKIP LOCKED) f",
  );
  expect(free[0].n).toBe(FUTURE - rows.length);
  await client.query("ROLLBACK");
});

test("of a burst after few deliveries reads few more than it claims", async () => {
  const add = (first: number, last: number) =>
    sql(
      `INSERT INTO webhook_deliveries (event_id, partner_id, resource_id, sequence, status, due_at, created_at)
       SELECT id, 'ptn_1', resource_id, sequence, 'pending', now(), now() FROM webhook_events
       ORDER BY id OFFSET $1 LIMIT $2`,
      [first, last - first],
    );
  await sql("TRUNCATE webhook_deliveries");
  await add(0, 1_000);
  const send = "SET status = 'delivered', attempts = 1, due_at = now() + random() * interval '1 s'";
  await sql(`UPDATE webhook_deliveries ${send}`);
  await sql("ANALYZE webhook_deliveries");
  await explain();
  await add(1_000, 6_000);
  const plan = await explain();
  expect(touchedRows(plan)).toBeLessThanOrEqual(PARTNERS + 6 * FREE_SLOTS);
});
