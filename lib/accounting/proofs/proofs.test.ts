import "@/test/database";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { GET as ledgerKeys } from "@/app/api/ledger/keys/route";
import { GET as fileRoute } from "@/app/api/v1/partner/export/statement-proof/route";
import { GET as journalRoute } from "@/app/api/v1/partner/wallet/proofs/[journalId]/route";
import { typeScriptArguments } from "@/bin/bootstrap/paths.mjs";
import { HOUR_MS } from "@/lib/kernel/durations";
import { spread } from "@/test/database/past";
import { superuserClient, tamper } from "@/test/database/superuser";
import { eventually } from "@/test/eventually";
import { call, endTests, makeCard, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { type Browser, makePerson, signedIn } from "@/test/fixtures/people";
import { clientOf } from "@/test/http/client";
import { expectRefusal } from "@/test/http/expect-answer";
import { auditRoots } from "./audit-roots";
import { signingKeyOf } from "./format/keys";
import { type ProofDay, type ProofFile, proofFileSchema } from "./format/proof-file";
import { verifyFile } from "./format/verify-file";
import { sealDays } from "./seal-days";
import type * as store from "./store";

/** What another process does right after the roots of a file were read. */
let meanwhile: (() => Promise<unknown>) | undefined;
vi.mock("./store", async (original) => {
  const actual = await original<typeof store>();
  const findRoots = async (...of: Parameters<typeof actual.findRoots>) => {
    const roots = await actual.findRoots(...of);
    await meanwhile?.();
    return roots;
  };
  return { ...actual, findRoots };
});

const FIRST = new Date("2026-03-01T22:00:00Z");
const MONTH = "2026-03";

let partner: TestPartner;
let stranger: TestPartner;
let browser: Browser;
let file: ProofFile;
let folder: string;

const closedBefore = async () =>
  (await sql("SELECT closed_before::text AS day FROM ledger.days_end"))[0].day as string;

async function live(of: TestPartner) {
  const card = await makeCard(of, { amountUsd: 40 });
  for (const amount of [12.34, 5, 7]) await clientOf(of).fund({ serviceCardId: card, amount });
}

async function readFile(of: Browser): Promise<ProofFile> {
  const answer = await of.call(fileRoute, { query: { month: MONTH } });
  expect(answer.status).toBe(200);
  return proofFileSchema.parse(JSON.parse(answer.text ?? ""));
}

beforeAll(async () => {
  partner = await makePartner({ balanceUsd: 1_000 });
  stranger = await makePartner({ balanceUsd: 500 });
  for (const each of [partner, stranger, partner]) await live(each);
  await spread(FIRST, [HOUR_MS, 9 * HOUR_MS, 0.001]);
  browser = await signedIn(await makePerson({ partnerId: partner.partnerId }));
  folder = await mkdtemp(join(tmpdir(), "proofs-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await endTests();
});

describe("days are sealed", () => {
  test("only once every transaction that may have a journal of the day has ended", async () => {
    const late = await superuserClient();
    const [{ id }] = await sql(
      "SELECT id FROM ledger.journals WHERE partner_id = $1 ORDER BY id LIMIT 1",
      [partner.partnerId],
    );
    await late.query("BEGIN");
    await late.query("SELECT pg_current_xact_id()");
    // The first run stores its transaction id, which is later than that of the open transaction.
    expect(await sealDays()).toEqual({ sealed: 0 });
    expect(await sealDays()).toEqual({ sealed: 0 });
    // The open transaction posts a journal of a day that ended long ago, and commits.
    await late.query(
      `INSERT INTO ledger.journals (id, type, source_id, partner_id, leg_count, created_at)
       SELECT 'jrn_' || repeat('z', 26), type, 'late', partner_id, leg_count, created_at FROM ledger.journals WHERE id = $1`,
      [id],
    );
    await late.query(
      `INSERT INTO ledger.entries (journal_id, leg, account_id, amount_micro_usd, created_at)
       SELECT 'jrn_' || repeat('z', 26), n, a, m, created_at FROM ledger.journals,
         (VALUES (1, 'custody:base:usdc', -1), (2, 'suspense', 1)) v(n, a, m) WHERE id = $1`,
      [id],
    );
    await late.query("COMMIT");
    await late.end();
    // Transactions of other tests in the same cluster are waited for too.
    const seal = async () => expect((await sealDays()).sealed).toBeGreaterThan(1);
    await eventually(seal, { timeoutMs: 120_000 });
    const [{ count }] = await sql(
      `SELECT leaf_count AS count FROM ledger.day_roots WHERE partner_id = $1 ORDER BY day LIMIT 1`,
      [partner.partnerId],
    );
    const [{ posted }] = await sql(
      `SELECT count(*)::int AS posted FROM ledger.journals j WHERE partner_id = $1
         AND (created_at AT TIME ZONE 'UTC')::date = (SELECT min(day) FROM ledger.day_roots WHERE partner_id = $1)`,
      [partner.partnerId],
    );
    expect(count).toBe(posted);
    expect(
      await sql("SELECT 1 FROM ledger.day_roots WHERE last_journal_id LIKE '%zzzzz'"),
    ).toHaveLength(1);
  });

  test("a day is sealed once, and never before it has ended", async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect((await closedBefore()) <= today).toBe(true);
    expect(await sealDays()).toEqual({ sealed: 0 });
    await expect(
      sql(`SELECT ledger.seal_day('${today}', '{"keyId": "k", "publicKey": "p"}', '[]')`),
    ).rejects.toMatchObject({ code: "PW003" });
    await expect(sql("DELETE FROM ledger.day_roots")).rejects.toMatchObject({ code: "PW003" });
  });

  test("days are sealed in their order: none after a day with journals that is not sealed", async () => {
    const day = "(SELECT min(day) FROM ledger.day_roots)";
    await tamper(`UPDATE ledger.days_end SET sealed_before = ${day}`);
    const sealNext = (after: number) =>
      sql(`SELECT ledger.seal_day(${day} + ${after}, '{"keyId": "k", "publicKey": "p"}', '[]')`);
    try {
      await expect(sealNext(1)).rejects.toMatchObject({ code: "PW003" });
    } finally {
      await tamper("UPDATE ledger.days_end SET sealed_before = closed_before");
    }
  });

  test("a root that does not continue the partner's last one is refused", async () => {
    await tamper("UPDATE ledger.days_end SET sealed_before = closed_before - 1");
    const [{ day, key }] = await sql(
      "SELECT sealed_before::text AS day, (SELECT key_id FROM ledger.signing_keys LIMIT 1) AS key FROM ledger.days_end",
    );
    const root = { partner_id: partner.partnerId, day, previous: "0".repeat(64), key_id: key };
    await expect(
      sql("SELECT ledger.seal_day($1, $2, $3)", [
        day,
        JSON.stringify({ keyId: key }),
        JSON.stringify([root]),
      ]),
    ).rejects.toMatchObject({ code: "PW003" });
    await tamper("UPDATE ledger.days_end SET sealed_before = closed_before");
  });
});

describe("a proof", () => {
  beforeAll(async () => {
    file = await readFile(browser);
  });

  const isProved = (changed: ProofFile, keys = file.keys) =>
    verifyFile(changed, keys).every(({ isSound }) => isSound);
  const withDay = (place: number, change: (day: ProofDay) => Partial<ProofDay>): ProofFile => ({
    ...file,
    days: file.days.map((day, index) => (index === place ? { ...day, ...change(day) } : day)),
  });
  const largest = () =>
    file.days.reduce(
      (best, { journals }, index) =>
        journals.length > (file.days[best]?.journals.length ?? 0) ? index : best,
      0,
    );

  test("a proof of a month holds: every journal, root, signature and day, and the balances", async () => {
    const checks = verifyFile(file, file.keys);
    expect(checks.filter(({ isSound }) => !isSound)).toEqual([]);
    expect(file.days.length).toBeGreaterThan(2);
    const wallet = checks.find(({ text }) => text.startsWith(`wallet:${partner.partnerId}`));
    expect(wallet?.text).toContain("entries 1 to ");
    const count = file.days.reduce((sum, { journals }) => sum + journals.length, 0);
    const [{ posted }] = await sql(
      "SELECT count(*)::int AS posted FROM ledger.journals WHERE partner_id = $1",
      [partner.partnerId],
    );
    expect(count).toBe(posted);
  });

  test("a proof with a changed amount, a dropped journal or a dropped day does not hold", () => {
    const changed = structuredClone(file);
    const leg = changed.days[0]?.journals[0]?.legs[0];
    if (leg) leg.amountMicroUsd = "1";
    expect(isProved(changed)).toBe(false);
    const place = largest();
    const dropped = withDay(place, ({ journals }) => ({ journals: journals.slice(0, -1) }));
    expect(isProved(dropped)).toBe(false);
    const recounted = withDay(place, ({ journals, leafCount }) => ({
      journals: journals.slice(0, -1),
      leafCount: leafCount - 1,
    }));
    expect(isProved(recounted)).toBe(false);
    expect(isProved({ ...file, days: file.days.toSpliced(1, 1) })).toBe(false);
  });

  test("a proof of another partner, or with another key or signature, does not hold", async () => {
    const other = await readFile(
      await signedIn(await makePerson({ partnerId: stranger.partnerId })),
    );
    expect(isProved(other)).toBe(true);
    expect(isProved({ ...file, partnerId: stranger.partnerId })).toBe(false);
    const [foreign] = other.days;
    expect(isProved(withDay(0, () => ({ ...foreign })))).toBe(false);
    expect(isProved(file, [signingKeyOf(Buffer.alloc(32, 8))])).toBe(false);
    const { keyId } = file.keys[0] ?? { keyId: "" };
    const { publicKey } = signingKeyOf(Buffer.alloc(32, 8));
    expect(isProved(file, [{ keyId, publicKey }])).toBe(false);
    expect(isProved({ ...file, days: [] })).toBe(false);
  });

  test("a proof of a month has each day that it says is sealed, also of those that are sealed meanwhile", async () => {
    const last = file.days.at(-1)?.day ?? "";
    await tamper(
      `DELETE FROM ledger.day_roots WHERE day >= '${last}'`,
      `UPDATE ledger.days_end SET sealed_before = '${last}'`,
    );
    meanwhile = sealDays;
    const during = await readFile(browser);
    meanwhile = undefined;
    expect(isProved(during)).toBe(true);
    const sealed = file.days.filter(({ day }) => day < during.sealedBefore);
    expect(during.days.map(({ day }) => day)).toEqual(sealed.map(({ day }) => day));
    expect((await readFile(browser)).days).toEqual(file.days);
  });

  test("a proof of one journal holds by its path, and another partner does not get it", async () => {
    const day = file.days[largest()];
    const { journalId = "" } = day?.journals.at(-1) ?? {};
    const answer = await call(journalRoute, { apiKey: partner.apiKey, params: { journalId } });
    expect(answer.status).toBe(200);
    const proof = proofFileSchema.parse(answer.json.data);
    expect(isProved(proof)).toBe(true);
    expect(proof.days[0]?.journals[0]?.path?.length).toBeGreaterThan(0);
    const changed = structuredClone(proof);
    const [journal] = changed.days[0]?.journals ?? [];
    if (journal) journal.type = "deposit";
    expect(isProved(changed)).toBe(false);
    const foreign = await call(journalRoute, { apiKey: stranger.apiKey, params: { journalId } });
    expectRefusal(foreign, 404, "JOURNAL_NOT_FOUND");
  });

  test("a proof of one journal has a rate of its own for each partner", async () => {
    const { journalId = "" } = file.days[0]?.journals[0] ?? {};
    const ask = ({ apiKey }: TestPartner) => call(journalRoute, { apiKey, params: { journalId } });
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(partner)));
    const [proved, refused] = [200, 429].map((status) =>
      answers.filter((answer) => answer.status === status),
    );
    expect(proved?.length).toBeGreaterThanOrEqual(9);
    expect(refused?.length).toBe(40 - (proved?.length ?? 0));
    expect(refused?.length).toBeGreaterThan(0);
    expectRefusal(await ask(stranger), 404, "JOURNAL_NOT_FOUND");
  });

  test("a proof of a journal of today is refused until the day is sealed", async () => {
    const fresh = await makePartner({ balanceUsd: 10 });
    const [{ id: journalId }] = await sql(
      "SELECT id FROM ledger.journals WHERE partner_id = $1 LIMIT 1",
      [fresh.partnerId],
    );
    const answer = await call(journalRoute, { apiKey: fresh.apiKey, params: { journalId } });
    expectRefusal(answer, 409, "JOURNAL_NOT_SEALED");
  });

  const verify = (...args: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      // Nothing but the path: no settings and no database.
      const env = { PATH: process.env.PATH ?? "", NODE_ENV: "production" } as const;
      const all = typeScriptArguments("bin/verify-statement.ts", ...args);
      execFile(process.execPath, all, { env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
      );
    });

  test("is verified by the command offline, with exit code 0, 1 or 2", async () => {
    const [good, bad, junk, pinned] = ["good", "bad", "junk", "keys"].map((name) =>
      join(folder, `${name}.json`),
    ) as [string, string, string, string];
    await writeFile(good, JSON.stringify(file));
    const changed = withDay(0, ({ leafCount }) => ({ leafCount: leafCount + 1 }));
    await writeFile(bad, JSON.stringify(changed));
    await writeFile(junk, "{}");
    const published = await call(ledgerKeys, {});
    expect(published.json.data.keys[0]).toEqual(file.keys[0]);
    await writeFile(pinned, JSON.stringify(published.json));
    const wrong = signingKeyOf(Buffer.alloc(32, 8)).publicKey;
    const [byFile, byPin, broken, byWrong, unread] = await Promise.all([
      verify(good),
      verify(good, "--key", pinned),
      verify(bad, "--key", file.keys[0]?.publicKey ?? ""),
      verify(good, "--key", wrong),
      verify(junk),
    ]);
    expect([byFile.code, byFile.stderr]).toEqual([0, ""]);
    expect(byFile.stdout).toMatch(/keys are those of the file.*\nproved\n$/s);
    expect([byPin.code, byPin.stdout]).toEqual([0, expect.not.stringContaining("--key")]);
    expect([broken.code, broken.stdout]).toEqual([1, expect.stringContaining("BROKEN")]);
    expect([byWrong.code, byWrong.stdout]).toEqual([1, expect.stringContaining("not a given key")]);
    expect([unread.code, unread.stderr]).toEqual([2, expect.stringContaining("is not a proof")]);
  });
});

describe("the audit of the roots", () => {
  test("finds nothing while the last sealed day is as it was signed", async () => {
    expect((await auditRoots([])).brokenRows).toEqual([]);
  });

  test.each([
    [
      "amount",
      "UPDATE ledger.entries SET amount_micro_usd = amount_micro_usd + 1 WHERE journal_id = $J",
    ],
    ["type", "UPDATE ledger.journals SET type = 'correction' WHERE id = $J"],
    [
      "signature",
      "UPDATE ledger.day_roots SET signature = repeat('A', 86) || '==' WHERE last_journal_id = $J",
    ],
    ["removed root", "DELETE FROM ledger.day_roots WHERE last_journal_id = $J"],
  ])("finds a changed %s", async (_, statement) => {
    const [{ id, rows, roots, journals }] = await sql(
      `SELECT r.last_journal_id AS id, (SELECT json_agg(e) FROM ledger.entries e WHERE e.journal_id = r.last_journal_id) AS rows,
         to_jsonb(r) AS roots, (SELECT to_jsonb(j) FROM ledger.journals j WHERE j.id = r.last_journal_id) AS journals
       FROM ledger.day_roots r ORDER BY day DESC, partner_id LIMIT 1`,
    );
    await tamper(statement.replace("$J", `'${id}'`));
    const { brokenRows } = await auditRoots([]);
    expect(brokenRows).toHaveLength(1);
    const restored = [
      `DELETE FROM ledger.day_roots WHERE last_journal_id = '${id}'`,
      `INSERT INTO ledger.day_roots SELECT * FROM jsonb_populate_record(NULL::ledger.day_roots, '${JSON.stringify(roots)}')`,
      `DELETE FROM ledger.entries WHERE journal_id = '${id}'`,
      `INSERT INTO ledger.entries SELECT * FROM jsonb_populate_recordset(NULL::ledger.entries, '${JSON.stringify(rows)}')`,
      `DELETE FROM ledger.journals WHERE id = '${id}'`,
      `INSERT INTO ledger.journals SELECT * FROM jsonb_populate_record(NULL::ledger.journals, '${JSON.stringify(journals)}')`,
    ];
    await tamper(...restored);
    expect((await auditRoots([])).brokenRows).toEqual([]);
  });

  test("finds that the roots of the last day are gone, and those that it continues", async () => {
    const last = "(SELECT sealed_before - 1 FROM ledger.days_end)";
    await tamper("CREATE TABLE kept_roots AS SELECT * FROM ledger.day_roots");
    for (const gone of [`day = ${last}`, `day < ${last}`]) {
      await tamper(`DELETE FROM ledger.day_roots WHERE ${gone}`);
      expect((await auditRoots([])).brokenRows.length).toBeGreaterThan(0);
      await tamper(`INSERT INTO ledger.day_roots SELECT * FROM kept_roots WHERE ${gone}`);
    }
    await tamper("DROP TABLE kept_roots");
    expect((await auditRoots([])).brokenRows).toEqual([]);
  });
});
