import "@/test/database";
import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { signingKeyOf } from "@/lib/accounting/proofs/format/keys";
import { audit } from "@/lib/ledger";
import { requestLog } from "@/lib/request-log/request-log";
import { ownerUrl } from "@/test/database/owner-url";
import { eventually } from "@/test/eventually";
import { instantBetween } from "@/test/fixtures/instant-between";
import { makeCardWorld } from "@/test/fixtures/ledger-world";
import { endTests, makePartner, sql } from "@/test/fixtures/make";
import { makeAttempt, makeEvent } from "@/test/fixtures/webhooks";
import { deleteArchived, type KeptSince } from "./delete-archived";
import { readInSnapshot } from "./store";
import { verifyArchive } from "./verify-archive";
import { writeArchive } from "./write-archive";

const key = signingKeyOf(randomBytes(32));
const at = new Date();
/** After every row that a test makes, however slow the machine is. */
const before = new Date(at.getTime() + 3_600_000);

const folders: string[] = [];
let folder: string;

async function makeFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "archive-"));
  folders.push(made);
  return made;
}

beforeAll(async () => {
  await makeCardWorld();
  await requestLog().flush();
});
beforeEach(async () => {
  folder = await makeFolder();
});
afterAll(async () => {
  for (const made of folders) await rm(made, { recursive: true });
  await endTests();
});

const write = (change: object = {}) =>
  writeArchive({ databaseUrl: ownerUrl(), folder, label: "test", before, at, ...change });
const faultsOf = async (path: string) => (await verifyArchive(path)).faults;
const linesOf = async (path: string, table: string) =>
  gunzipSync(await readFile(join(dirname(path), `${table}-test.jsonl.gz`)))
    .toString()
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

describe("an archive", () => {
  test("has every row of each table, and verifies", async () => {
    const path = await write({ key });
    const { manifest, isSigned, faults } = await verifyArchive(path, key.publicKey);
    expect([isSigned, faults]).toEqual([true, []]);
    for (const { table, rows } of manifest.archive.files) {
      const [{ n }] = await sql(`SELECT count(*)::int AS n FROM ${table}`);
      expect([table, rows]).toEqual([table, n]);
    }
    const entries = await linesOf(path, "ledger.entries");
    const [{ total }] = await sql(
      "SELECT sum(amount_micro_usd) AS total FROM ledger.entries WHERE amount_micro_usd > 0",
    );
    const positive = entries.map((entry) => BigInt(entry.amount_micro_usd)).filter((n) => n > 0n);
    expect(positive.reduce((sum, n) => sum + n, 0n)).toBe(BigInt(total));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test("has only the rows of its period", async () => {
    const path = await write({ from: before, before: new Date(before.getTime() + 1) });
    const { manifest, faults } = await verifyArchive(path);
    expect(faults).toEqual([]);
    expect(manifest.archive.files.map(({ rows }) => rows)).toEqual(Array(7).fill(0));
  });

  test("has the attempts of its period, and all of its events' attempts", async () => {
    const partner = await makePartner();
    const eventId = await makeEvent(partner, { status: "failed" });
    const from = await instantBetween();
    await makeAttempt(partner.partnerId, eventId, { number: 2, succeeded: true });
    const numbersIn = async (period: object) => {
      const path = await write({ ...period, folder: await makeFolder() });
      const attempts = await linesOf(path, "webhook_attempts");
      return attempts.filter((row) => row.event_id === eventId).map(({ number }) => number);
    };
    expect(await numbersIn({ from })).toEqual([2]);
    expect((await numbersIn({ before: from })).toSorted()).toEqual([1, 2]);
  });

  test("is not written over a file, and one that fails leaves no file", async () => {
    await write();
    const files = await readdir(folder);
    await expect(write()).rejects.toThrow("exists, and is not overwritten");
    expect(await readdir(folder)).toEqual(files);
    const other = await makeFolder();
    await sql("ALTER TABLE ledger.entries RENAME TO moved");
    try {
      await expect(write({ folder: other })).rejects.toThrow("ledger.entries");
    } finally {
      await sql("ALTER TABLE ledger.moved RENAME TO entries");
    }
    expect(await readdir(other)).toEqual([]);
  });

  test("replaces the files of a run that was killed before it had its manifest", async () => {
    const path = await write();
    await rename(path, `${path}.partial`);
    await writeFile(join(folder, "request_log-test.jsonl.gz"), "of the killed run");
    await writeFile(join(folder, "ledger.entries-test.jsonl.gz.partial"), "half");
    expect(await write()).toBe(path);
    expect(await faultsOf(path)).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });

  test("replaces no file whose manifest is elsewhere: its rows may be deleted", async () => {
    const path = await write();
    await rename(path, join(await makeFolder(), basename(path)));
    const files = await readdir(folder);
    await expect(write()).rejects.toThrow("without its manifest");
    expect(await readdir(folder)).toEqual(files);
  });

  test("is not written while another run writes one", async () => {
    const client = new pg.Client({ connectionString: ownerUrl() });
    await client.connect();
    await client.query("BEGIN; LOCK TABLE ledger.entries");
    const first = write();
    try {
      await eventually(async () => expect(await readdir(folder)).not.toEqual([]));
      await expect(write()).rejects.toThrow("Another archive is being written");
    } finally {
      await client.end();
    }
    expect(await faultsOf(await first)).toEqual([]);
  });
});

test("the first row of a month in a table without an index by time may take hours to be found", async () => {
  const hours =
    "extract(epoch FROM current_setting('statement_timeout')::interval) / 3600 AS hours";
  const name = `(SELECT ${hours}, now() - interval '1 day' AS created_at) found`;
  const lines: string[] = [];
  await readInSnapshot(ownerUrl(), async (readTable) => {
    for await (const group of readTable({ name, column: "created_at" }, { before }))
      lines.push(...group);
  });
  expect(lines.map((line) => JSON.parse(line).hours)).toEqual([12]);
});

describe("a changed archive is found:", () => {
  test("another byte, other content, a missing file", async () => {
    const path = await write();
    const file = join(folder, "ledger.journals-test.jsonl.gz");
    const bytes = await readFile(file);
    await writeFile(file, Buffer.concat([bytes, bytes]));
    expect(await faultsOf(path)).toEqual(["ledger.journals-test.jsonl.gz: the file was changed"]);
    await writeFile(file, gzipSync(gunzipSync(bytes).subarray(1)));
    expect(await faultsOf(path)).toHaveLength(1);
    await writeFile(file, bytes.subarray(0, 20));
    expect(await faultsOf(path)).toEqual([expect.stringContaining("cannot be read")]);
    await writeFile(file, bytes);
    expect(await faultsOf(path)).toEqual([]);
  });

  test("a manifest with another count, an unsigned one where a key is known, another key", async () => {
    const path = await write({ key });
    const text = await readFile(path, "utf8");
    await writeFile(path, text.replace(/"rows": \d+/, '"rows": 12345'));
    expect((await verifyArchive(path)).faults).toEqual([
      "the manifest is not signed with the key, or was changed",
      expect.stringContaining("the manifest says 12345"),
    ]);
    await writeFile(path, text);
    const other = signingKeyOf(randomBytes(32)).publicKey;
    expect((await verifyArchive(path, other)).faults).toHaveLength(1);
    const { archive } = JSON.parse(text);
    await writeFile(path, JSON.stringify({ archive }));
    expect((await verifyArchive(path, key.publicKey)).faults).toHaveLength(1);
    expect((await verifyArchive(path)).faults).toEqual([]);
  });

  test("a manifest that leaves files of the archive out, but not those of another archive", async () => {
    const path = await write();
    await write({ label: "from-test" });
    expect(await faultsOf(path)).toEqual([]);
    const { archive } = JSON.parse(await readFile(path, "utf8"));
    const files = archive.files.filter(({ table }: { table: string }) => table !== "request_log");
    await writeFile(path, JSON.stringify({ archive: { ...archive, files } }));
    expect(await faultsOf(path)).toEqual([
      "request_log-test.jsonl.gz: the manifest does not name it",
    ]);
  });
});

const count = async (table: string) => (await sql(`SELECT count(*)::int AS n FROM ${table}`))[0].n;
/** Rows of these tables are kept for a year, except those that are named. */
const keptSince = (change: Partial<KeptSince> = {}) => {
  const lastYear = new Date(at.getTime() - 365 * 86_400_000);
  return { requests: lastYear, events: lastYear, keys: lastYear, ...change };
};

const yesterday = new Date(at.getTime() - 86_400_000);
test.each([
  ["within its retention period, so that no payment is repeated", before, keptSince()],
  ["that is not archived", yesterday, { requests: before, events: before, keys: before }],
])("the deletion afterwards takes nothing %s", async (_, archived, kept) => {
  const tables = ["request_log", "idempotency_keys", "webhook_events"];
  const counts = await Promise.all(tables.map(count));
  expect(counts.every((n) => n > 0)).toBe(true);
  expect(Object.values(await deleteArchived(ownerUrl(), archived, kept))).toEqual([0, 0, 0]);
  expect(await Promise.all(tables.map(count))).toEqual(counts);
});

test("the deletion afterwards takes nothing while the clock of the host is years ahead", async () => {
  const keys = await count("idempotency_keys");
  const realNow = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + 2 * 365 * 86_400_000);
  await expect(deleteArchived(ownerUrl(), at, keptSince({ keys: at }))).rejects.toThrow(
    "until they agree",
  );
  vi.restoreAllMocks();
  expect(await count("idempotency_keys")).toBe(keys);
});

test("the deletion afterwards takes each table's rows by its own period, and leaves the books", async () => {
  const [keys, events] = [await count("idempotency_keys"), await count("webhook_events")];
  const entries = await count("ledger.entries");
  const requests = await deleteArchived(ownerUrl(), before, keptSince({ requests: before }));
  expect(requests.request_log).toBeGreaterThan(0);
  expect([await count("request_log"), await count("idempotency_keys")]).toEqual([0, keys]);
  const rest = { keys: before, events: before };
  const deleted = await deleteArchived(ownerUrl(), before, keptSince(rest));
  expect([deleted.idempotency_keys, await count("idempotency_keys")]).toEqual([keys, 0]);
  // Events of the last week stay.
  expect([deleted.webhook_events, await count("webhook_events")]).toEqual([0, events]);
  expect(await count("ledger.entries")).toBe(entries);
  expect((await audit()).flatMap(({ brokenRows }) => brokenRows)).toEqual([]);
});
