import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { now, shiftClock } from "@/lib/kernel/clock";
import { ownerClient } from "@/test/database/attack";
import { startPooler } from "@/test/database/pooler";
import { statementsOf } from "@/test/database/statements-of";
import { endTests, sql } from "@/test/fixtures/make";
import { disconnect } from "./index";
import { outlastLoss } from "./outlast-loss";
import { type Leased, queueOf } from "./queue";

vi.mock("./outlast-loss", { spy: true });

interface Item {
  area: string;
  id: string;
  version: number;
}
interface Outcome {
  failure: string | null;
}

const LEASE_MS = 60_000;
const definition = {
  table: "queue_test",
  alias: "q",
  key: { area: "area", id: "id" },
  columns: "q.version",
  outcome: { failure: "failure" },
  scope: "area",
  leaseMs: LEASE_MS,
} as const;
const plain = queueOf<Item, Outcome>(definition);
const shared = queueOf<Item, Outcome>({ ...definition, prefix: "turn_", sharedBy: "owner" });
const versioned = queueOf<Item, Outcome>({ ...definition, prefix: "re_", isVersioned: true });

async function asOwner(statement: string): Promise<void> {
  const client = await ownerClient();
  await client.query(statement);
  await client.end();
}

beforeAll(() =>
  asOwner(`CREATE TABLE queue_test (area text, id text, owner text, version integer NOT NULL DEFAULT 1, failure text,
    due_at timestamptz(3), leased_until timestamptz(3), attempts integer NOT NULL DEFAULT 0,
    re_due_at timestamptz(3), re_leased_until timestamptz(3), re_attempts integer NOT NULL DEFAULT 0,
    turn_due_at timestamptz(3), turn_leased_until timestamptz(3), turn_attempts integer NOT NULL DEFAULT 0,
    PRIMARY KEY (area, id));
    GRANT SELECT, INSERT, UPDATE, DELETE ON queue_test TO partner_wallet_app`),
);
let shiftedMs = 0;
function pass(ms: number): void {
  shiftClock(ms);
  shiftedMs += ms;
}
beforeEach(() => sql("DELETE FROM queue_test"));
afterEach(() => pass(-shiftedMs));
afterAll(async () => {
  await asOwner("DROP TABLE queue_test");
  await endTests();
});

/** Queues rows in an area, the first one due for longest. */
async function queued(ids: readonly string[], area = "here"): Promise<void> {
  for (const [n, id] of ids.entries()) {
    const dueAt = new Date(now().getTime() - 60_000 + n);
    await sql(
      "INSERT INTO queue_test (area, id, due_at, re_due_at, turn_due_at) VALUES ($1, $2, $3, $3, $3)",
      [area, id, dueAt],
    );
  }
}
const rowOf = async (id: string) => (await sql("SELECT * FROM queue_test WHERE id = $1", [id]))[0];
const idsOf = (items: readonly Item[]) => items.map(({ id }) => id).sort();
const only = async (items: Promise<(Item & Leased)[]>): Promise<Item & Leased> => {
  const [item, ...more] = await items;
  if (!item || more.length > 0) throw new Error("expected one item");
  return item;
};
const OK = { failure: null };
const inAnHour = () => new Date(now().getTime() + 3_600_000);
/** Expects the row to be due after a time, by the database's clock, or up to a minute less. */
async function expectDueIn(ms: number): Promise<void> {
  const [row] = await sql(
    "SELECT extract(epoch FROM due_at - now())::float8 * 1000 AS ms FROM queue_test",
  );
  expect(row.ms).toBeGreaterThan(ms - 60_000);
  expect(row.ms).toBeLessThan(ms + 1_000);
}

describe("a lease", () => {
  test("takes the longest due rows of its scope, and no other process takes them", async () => {
    await queued(["a", "b", "c"]);
    await queued(["z"], "there");
    const { answer, statements } = await statementsOf(() => plain.lease(2, "here"));
    expect(idsOf(answer)).toEqual(["a", "b"]);
    expect(statements).toEqual(["lease_queue_test"]);
    expect(idsOf(await plain.lease(9, "here"))).toEqual(["c"]);
    expect(await plain.lease(9, "here")).toEqual([]);
  });

  test("20 concurrent leases take each row once", async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `row_${n}`);
    await queued(ids);
    const leased = await Promise.all(ids.map(() => plain.lease(2, "here")));
    // A lease may find rows locked by another one; those are never lost, only left to the next run.
    const found = leased.flat().concat(await plain.lease(20, "here"));
    expect(idsOf(found)).toEqual(ids.toSorted());
  });

  test("takes a row that is due now, although the computer's clock goes on while the time is read", async () => {
    // Truncated, because the column rounds up to a millisecond, which may not have come at the lease.
    await sql(
      "INSERT INTO queue_test (area, id, due_at) VALUES ('here', 'a', date_trunc('milliseconds', now()))",
    );
    let readings = 0;
    const startMs = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => startMs + 1_000 * ++readings);
    const leased = plain.lease(1, "here");
    clock.mockRestore();
    expect(idsOf(await leased)).toEqual(["a"]);
  });

  test("counts attempts and ends, so that another process takes the row of a dead one", async () => {
    await queued(["a"]);
    expect(await only(plain.lease(1, "here"))).toMatchObject({ attempts: 1 });
    pass(LEASE_MS / 2);
    expect(await plain.lease(1, "here")).toEqual([]);
    pass(LEASE_MS);
    expect(await only(plain.lease(1, "here"))).toMatchObject({ attempts: 2 });
  });
});

describe("a lease of a queue whose owners take turns", () => {
  const give = (owner: string | null, ...ids: string[]) =>
    sql("UPDATE queue_test SET owner = $1 WHERE id = ANY ($2)", [owner, ids]);

  test("takes the longest due row of each owner before a second one of any", async () => {
    await queued(["a1", "a2", "a3", "b1", "b2", "none"]);
    await queued(["there"], "there");
    await give("a", "a1", "a2", "a3");
    await give("b", "b1", "b2");
    const lease = async () => idsOf(await shared.lease(3, "here"));
    expect(await lease()).toEqual(["a1", "b1", "none"]);
    expect(await lease()).toEqual(["a2", "a3", "b2"]);
    expect(await lease()).toEqual([]);
  });

  test("takes all rows of a single owner, and none that is due later", async () => {
    await queued(["a1", "a2", "a3", "later"]);
    await give("a", "a1", "a2", "a3");
    await sql("UPDATE queue_test SET turn_due_at = $1 WHERE id = 'later'", [inAnHour()]);
    expect(idsOf(await shared.lease(2, "here"))).toEqual(["a1", "a2"]);
    expect(idsOf(await shared.lease(9, "here"))).toEqual(["a3"]);
  });

  test("takes a row of a further owner within one round, however many owners have older rows", async () => {
    await sql(
      `INSERT INTO queue_test (area, id, owner, turn_due_at)
       SELECT 'here', o || '_' || n, 'owner_' || o, now() - interval '1 hour' FROM generate_series(1, 30) o, generate_series(1, 10) n`,
    );
    await queued(["last"]);
    await give("owner_new", "last");
    const leased: string[] = [];
    for (let n = 0; n < 7; n++) leased.push(...idsOf(await shared.lease(5, "here")));
    expect(leased).toContain("last");
    const owners = leased.map((id) => id.split("_")[0]);
    expect(new Set(owners).size).toBe(31);
  });

  test("gives each of a few owners as many rows as the others", async () => {
    await sql(
      `INSERT INTO queue_test (area, id, owner, turn_due_at)
       SELECT 'here', o || n, o, now() - interval '1 hour' FROM unnest(ARRAY['a', 'b', 'c']) o, generate_series(1, 30) n`,
    );
    const leased: string[] = [];
    for (let n = 0; n < 6; n++) leased.push(...idsOf(await shared.lease(5, "here")));
    const owned = (owner: string) => leased.filter((id) => id.startsWith(owner)).length;
    expect([owned("a"), owned("b"), owned("c")]).toEqual([10, 10, 10]);
  });

  test("20 concurrent leases take each row once", async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `row_${n}`);
    await queued(ids);
    await give("a", ...ids.slice(0, 12));
    const leased = await Promise.all(ids.map(() => shared.lease(2, "here")));
    const found = leased.flat().concat(await shared.lease(20, "here"));
    expect(idsOf(found)).toEqual(ids.toSorted());
  });
});

describe("an outcome", () => {
  test("ends the lease; the row is due again when it says so", async () => {
    await queued(["a"]);
    const item = await only(plain.lease(1, "here"));
    await plain.settle(item, { dueAt: inAnHour(), outcome: { failure: "slow" } });
    expect(await rowOf("a")).toMatchObject({ failure: "slow", leased_until: null, attempts: 1 });
    expect(await plain.lease(1, "here")).toEqual([]);
    pass(3_601_000);
    const again = await only(plain.lease(1, "here"));
    await plain.settle(again, { dueAt: null, outcome: OK });
    expect(await rowOf("a")).toMatchObject({ failure: null, due_at: null, attempts: 2 });
  });

  test("counts attempts from 0 again when asked to", async () => {
    await queued(["a"]);
    const item = await only(plain.lease(1, "here"));
    await plain.settle(item, { dueAt: inAnHour(), outcome: OK, isReset: true });
    expect(await rowOf("a")).toMatchObject({ attempts: 0 });
  });

  test("after the end of its lease changes nothing", async () => {
    await queued(["a"]);
    const late = await only(plain.lease(1, "here"));
    pass(LEASE_MS + 1_000);
    const current = await only(plain.lease(1, "here"));
    await plain.settle(late, { dueAt: null, outcome: { failure: "late" } });
    expect(await rowOf("a")).toMatchObject({
      failure: null,
      leased_until: current.leasedUntil,
    });
    await plain.settle(current, { dueAt: null, outcome: OK });
    expect(await rowOf("a")).toMatchObject({ due_at: null, leased_until: null });
  });

  test("is stored with what it writes elsewhere, while nobody else takes the row", async () => {
    await queued(["a"]);
    const item = await only(plain.lease(1, "here"));
    const others: Item[][] = [];
    const whileHeld = async () => {
      pass(LEASE_MS - 1_000);
      others.push(await plain.lease(1, "here"));
    };
    pass(LEASE_MS - 1_000);
    expect(await plain.settle(item, { dueAt: null, outcome: OK, whileHeld })).toBe(true);
    expect(others).toEqual([[]]);
    expect(await rowOf("a")).toMatchObject({ due_at: null, leased_until: null });
  });

  test("after the end of its lease writes nothing elsewhere, and says so", async () => {
    await queued(["a"]);
    const late = await only(plain.lease(1, "here"));
    pass(LEASE_MS + 1_000);
    const current = await only(plain.lease(1, "here"));
    const whileHeld = vi.fn(async () => {});
    expect(await plain.settle(late, { dueAt: null, outcome: OK, whileHeld })).toBe(false);
    expect(await plain.settle(late, { dueAt: null, outcome: OK })).toBe(false);
    expect(await plain.renew(late)).toBe(false);
    expect(await rowOf("a")).toMatchObject({ leased_until: current.leasedUntil });
    expect(await plain.settle(current, { dueAt: null, outcome: OK })).toBe(true);
    expect(await plain.settle(late, { dueAt: inAnHour(), outcome: OK, whileHeld })).toBe(false);
    expect(whileHeld).not.toHaveBeenCalled();
    expect(await rowOf("a")).toMatchObject({ due_at: null });
  });

  test("of an older version writes nothing elsewhere, and ends the lease", async () => {
    await queued(["a"]);
    const older = await only(versioned.lease(1, "here"));
    await sql("UPDATE queue_test SET version = 2, re_attempts = 0");
    const whileHeld = vi.fn(async () => {});
    const settled = await versioned.settle(older, { dueAt: null, outcome: OK, whileHeld });
    expect(settled).toBe(false);
    expect(whileHeld).not.toHaveBeenCalled();
    expect(await only(versioned.lease(1, "here"))).toMatchObject({ version: 2 });
  });

  test("an outcome of an older version only ends the lease: the newer one stays due", async () => {
    await queued(["a"]);
    const older = await only(versioned.lease(1, "here"));
    await sql("UPDATE queue_test SET version = 2, re_attempts = 0, re_due_at = $1", [
      new Date(now().getTime() - 1_000),
    ]);
    expect(await versioned.lease(1, "here")).toEqual([]);
    await versioned.settle(older, { dueAt: null, outcome: { failure: "older" } });
    const newer = await only(versioned.lease(1, "here"));
    expect(newer).toMatchObject({ version: 2, attempts: 1 });
    await versioned.settle(newer, { dueAt: null, outcome: OK });
    expect(await rowOf("a")).toMatchObject({ re_due_at: null, failure: null });
    // The columns without the prefix belong to another queue.
    expect(await only(plain.lease(1, "here"))).toMatchObject({ id: "a", attempts: 1 });
  });
});

describe.each([
  ["ahead", 86_400_000],
  ["behind", -86_400_000],
])("a process whose clock is a day %s", (_, byMs) => {
  beforeEach(async () => {
    await queued(["a"]);
    vi.useFakeTimers({ now: Date.now() + byMs, toFake: ["Date"] });
  });
  afterEach(() => void vi.useRealTimers());

  test("takes what is due, and leaves it to others after its lease", async () => {
    await only(plain.lease(1, "here"));
    vi.useRealTimers();
    expect(await plain.lease(1, "here")).toEqual([]);
    await sql("UPDATE queue_test SET leased_until = leased_until - interval '61 seconds'");
    expect(await only(plain.lease(1, "here"))).toMatchObject({ attempts: 2 });
  });

  test("plans the next attempt after the pause that it chose", async () => {
    const item = await only(plain.lease(1, "here"));
    await plain.settle(item, { dueAt: inAnHour(), outcome: OK });
    await expectDueIn(3_600_000);
  });
});

describe("after the database's clock was ahead and was set back", () => {
  const setAhead = (column: string, by: string) =>
    sql(`UPDATE queue_test SET ${column} = ${column} + $1::interval`, [by]);

  test.each(["2 hours", "30 days"])("a lease of %s ahead ends", async (by) => {
    await queued(["a"]);
    const late = await only(plain.lease(1, "here"));
    await setAhead("leased_until", by);
    // A lease is known by its end in milliseconds, and the next one must have another.
    await sql("SELECT pg_sleep(0.002)");
    const current = await only(plain.lease(1, "here"));
    expect(current).toMatchObject({ attempts: 2 });
    await plain.settle(late, { dueAt: null, outcome: { failure: "late" } });
    expect(await rowOf("a")).toMatchObject({ failure: null, leased_until: current.leasedUntil });
    expect(await plain.lease(1, "here")).toEqual([]);
  });

  test("a pause of 30 days ends, a row that is due counts first, and one that is held stays", async () => {
    await queued(["ahead", "paused", "due"]);
    const dueIn = (id: string, ms: number) =>
      sql("UPDATE queue_test SET due_at = $2 WHERE id = $1", [id, new Date(now().getTime() + ms)]);
    await dueIn("ahead", 30 * 86_400_000);
    await dueIn("paused", 23 * 3_600_000);
    expect(await only(plain.lease(1, "here"))).toMatchObject({ id: "due" });
    expect(await only(plain.lease(9, "here"))).toMatchObject({ id: "ahead" });
    await sql("UPDATE queue_test SET due_at = 'infinity', leased_until = NULL");
    expect(await plain.lease(9, "here")).toEqual([]);
  });
});

describe("the work of a job", () => {
  const settling =
    (ids: string[], isFailing: (id: string) => boolean) => async (item: Item & Leased) => {
      ids.push(item.id);
      const failed = isFailing(item.id);
      await plain.settle(item, { dueAt: failed ? inAnHour() : null, outcome: OK });
      return !failed;
    };

  test("goes on in batches until no row is due", async () => {
    await queued(["a", "b", "c", "d", "e"]);
    const handled: string[] = [];
    const handle = settling(handled, (id) => id === "b");
    const counts = await plain.work({ batch: 2, scope: "here", handle });
    expect(counts).toEqual({ succeeded: 4, failed: 1 });
    expect(handled.toSorted()).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("ends after a batch without a success", async () => {
    await queued(["a", "b", "c", "d"]);
    const handled: string[] = [];
    const handle = settling(handled, () => true);
    const counts = await plain.work({ batch: 2, scope: "here", handle });
    expect([counts, handled.toSorted()]).toEqual([{ succeeded: 0, failed: 2 }, ["a", "b"]]);
  });

  test("goes on after failures that say nothing about other rows, and ends at one that does", async () => {
    await queued(["a", "b", "c", "d", "e", "f"]);
    const handled: string[] = [];
    const settle = settling(handled, (id) => id !== "a");
    const ownFault = new Set(["a", "b", "c"]);
    const handle = async (item: Item & Leased) => {
      const succeeded = await settle(item);
      return ownFault.has(item.id) ? undefined : succeeded;
    };
    const counts = await plain.work({ batch: 2, scope: "here", handle });
    // The batch of c and d has a failure of d and no success.
    expect([counts, handled.toSorted()]).toEqual([
      { succeeded: 0, failed: 4 },
      ["a", "b", "c", "d"],
    ]);
  });

  test("work in order handles one row after the other", async () => {
    await queued(["a", "b", "c"]);
    let running = 0;
    const handle = async (item: Item & Leased) => {
      running += 1;
      expect(running).toBe(1);
      await plain.settle(item, { dueAt: null, outcome: OK });
      running -= 1;
      return true;
    };
    const counts = await plain.work({ batch: 3, scope: "here", isInOrder: true, handle });
    expect(counts).toEqual({ succeeded: 3, failed: 0 });
  });
});

test("an outcome that waits for the database has the instants that it had before", async () => {
  await queued(["a"]);
  const item = await only(plain.lease(1, "here"));
  const dueAt = inAnHour();
  vi.mocked(outlastLoss).mockImplementationOnce(async (attempt) => {
    await sleep(1_000);
    return attempt(true);
  });
  await plain.settle(item, { dueAt, outcome: { failure: "busy" } });
  const { due_at: stored } = await rowOf("a");
  expect(Math.abs(stored - dueAt.getTime())).toBeLessThan(500);
});

test.each(["before", "after"] as const)(
  "an outcome whose connection is lost %s it is stored is stored once",
  async (when) => {
    await queued(["a"]);
    const item = await only(plain.lease(1, "here"));
    const pooler = await startPooler();
    await disconnect();
    const cut = pooler.cutConnections({ text: "settle_queue_test", when, times: 1 });
    const dueAt = inAnHour();
    expect(await plain.settle(item, { dueAt, outcome: { failure: "busy" } })).toBe(true);
    expect(cut.times).toBe(0);
    await pooler.stop();
    await disconnect();
    expect(await rowOf("a")).toMatchObject({ leased_until: null, attempts: 1, failure: "busy" });
    await expectDueIn(3_600_000);
  },
);
