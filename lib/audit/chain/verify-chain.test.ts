import "@/test/database";
import { execFile } from "node:child_process";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { typeScriptArguments } from "@/bin/bootstrap/paths.mjs";
import { type AuditedAction, runAudited } from "@/lib/kernel/audit-context";
import { shiftClock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { commit } from "@/lib/ledger";
import { attack } from "@/test/database/attack";
import { tamper } from "@/test/database/superuser";
import { endTests, sql } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { checkChain } from "./check-chain";
import { FIRST_HASH } from "./hash-entry";
import { verifyChain } from "./verify-chain";

const ENTRIES = 6;
const TABLES = ["audit_entries", "audit_chain", "audit_head", "audit_checkpoints"];
let personId: string;

function actionOf(action: string): AuditedAction {
  return {
    personId,
    partnerId: action === "test.3" ? "ptn_x" : null,
    action,
    targetId: "wd_1",
    before: { status: "pending", note: 'quotes " and \\ and \n and ✓ and \u007f' },
    after: action === "test.4" ? null : { amount: "1.10", list: [1.5, null, { b: 1, a: 2 }] },
    ipAddress: "203.0.113.7",
    requestId: newId("req"),
    at: new Date(),
  };
}

beforeAll(async () => {
  personId = (await makePerson()).personId;
  for (let i = 1; i <= ENTRIES; i++) await runAudited(actionOf(`test.${i}`), () => commit({}));
  await tamper(...TABLES.map((table) => `CREATE TABLE kept_${table} AS TABLE ${table}`));
});
// Restores the tables and removes stored checkpoints.
afterEach(() =>
  tamper(
    `TRUNCATE ${TABLES} CASCADE`,
    ...TABLES.map((table) => `INSERT INTO ${table} TABLE kept_${table}`),
  ),
);
afterAll(endTests);

const at = (position: number) => `(SELECT entry_id FROM audit_chain WHERE position = ${position})`;
const faults = async () =>
  (await verifyChain()).faults.map(
    ({ position, text }) => `${position === null ? "" : `${position}: `}${text}`,
  );
const CHANGED = "this entry was changed, or moved here";

describe("entries are chained as they are written", () => {
  test("each row links to the row before, the first row to nothing, and the head is the last row", async () => {
    const rows = await sql("SELECT * FROM audit_chain ORDER BY position");
    expect(rows.map(({ position }) => position)).toEqual(["1", "2", "3", "4", "5", "6"]);
    expect(rows.map((row) => row.previous_hash)).toEqual([
      FIRST_HASH,
      ...rows.slice(0, -1).map(({ hash }) => hash),
    ]);
    expect(await sql("SELECT entries, hash FROM audit_head")).toEqual([
      { entries: String(ENTRIES), hash: rows.at(-1).hash },
    ]);
  });

  test("the database and the check compute the same hashes", async () => {
    const { end, faults } = await verifyChain();
    expect([end.entries, faults]).toEqual([BigInt(ENTRIES), []]);
  });

  test("a rolled-back entry leaves no trace", async () => {
    const undone = runAudited(actionOf("undone"), () =>
      commit({ journals: [{ id: newId("jrn"), type: "gift", sourceId: "x", legs: [] }] }),
    );
    await expect(undone).rejects.toThrow();
    expect((await verifyChain()).end.entries).toBe(BigInt(ENTRIES));
  });
});

describe("every change outside the rules is detected", () => {
  test("a change of any column", async () => {
    const columns = await sql(
      `SELECT column_name AS name, data_type AS type FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = 'audit_entries' AND column_name <> 'id'`,
    );
    expect(columns.length).toBe(9);
    for (const { name, type } of columns) {
      const changed =
        type === "jsonb"
          ? `'{"status": "other"}'`
          : type === "text"
            ? `coalesce(${name}, '') || 'x'`
            : `${name} + interval '1 millisecond'`;
      await tamper(`UPDATE audit_entries SET ${name} = ${changed} WHERE id = ${at(3)}`);
      expect([name, await faults()]).toEqual([name, [`3: ${CHANGED}`]]);
      await tamper(
        `UPDATE audit_entries e SET ${name} = k.${name} FROM kept_audit_entries k WHERE k.id = e.id`,
      );
    }
  });

  test("null that becomes empty, and JSON null", async () => {
    await tamper(`UPDATE audit_entries SET after = 'null' WHERE id = ${at(4)}`);
    await tamper(`UPDATE audit_entries SET ip_address = '' WHERE id = ${at(5)}`);
    expect(await faults()).toEqual([`4: ${CHANGED}`, `5: ${CHANGED}`]);
  });

  test("text that is moved to the next column", async () => {
    await tamper(
      `UPDATE audit_entries SET action = 'test.3w', target_id = 'd_1' WHERE id = ${at(3)}`,
    );
    expect(await faults()).toEqual([`3: ${CHANGED}`]);
  });

  test("a removed row in the middle, with its row of the chain or without", async () => {
    await tamper(`DELETE FROM audit_entries WHERE id = ${at(3)}`);
    expect(await faults()).toEqual(["3: the entry of this row was removed"]);
    await tamper("DELETE FROM audit_chain WHERE position = 3");
    expect(await faults()).toEqual([
      "4: before this row one was removed",
      "4: this row does not follow the row before it",
    ]);
  });

  test("the last rows removed", async () => {
    await tamper(
      `DELETE FROM audit_entries WHERE id IN (${at(5)}, ${at(6)})`,
      "DELETE FROM audit_chain WHERE position > 4",
    );
    expect(await faults()).toEqual(["4: the last rows were removed: there were 6, and 4 are left"]);
  });

  test("removed last rows with a repaired head, after a checkpoint or a noted end", async () => {
    const { end } = await checkChain(null);
    await tamper(
      `DELETE FROM audit_entries WHERE id = ${at(6)}`,
      "DELETE FROM audit_chain WHERE position = 6",
      "UPDATE audit_head SET (entries, hash) = (SELECT position, hash FROM audit_chain WHERE position = 5)",
    );
    expect(await faults()).toEqual(["6: an earlier check found an entry here, and there is none"]);
    await tamper("TRUNCATE audit_checkpoints");
    expect(await faults()).toEqual([]);
    const { faults: found } = await verifyChain(undefined, end);
    expect(found).toMatchObject([{ position: 6n, text: expect.stringContaining("there is none") }]);
  });

  test("a row that is inserted without the chain", async () => {
    await tamper(
      `INSERT INTO audit_entries (id, person_id, action, target_id, created_at) VALUES ('aud_x', '${personId}', 'a', 'b', now())`,
    );
    expect(await faults()).toEqual(["this entry was not written by the service"]);
  });

  test("a row with a correct hash in the middle of the chain", async () => {
    await tamper(
      `INSERT INTO audit_entries (id, person_id, action, target_id, created_at) VALUES ('aud_x', '${personId}', 'a', 'b', now())`,
      "UPDATE audit_chain SET position = -position WHERE position > 3",
      "UPDATE audit_chain SET position = 1 - position WHERE position < 0",
      `INSERT INTO audit_chain SELECT 4, e.id, c.hash, audit_hash(4, c.hash, e, NULL), NULL FROM audit_entries e, audit_chain c
       WHERE e.id = 'aud_x' AND c.position = 3`,
    );
    expect((await faults()).slice(0, 2)).toEqual([
      "5: this row does not follow the row before it",
      `5: ${CHANGED}`,
    ]);
  });

  test("two rows swapped", async () => {
    await tamper(
      `UPDATE audit_chain c SET entry_id = o.entry_id || '~' FROM audit_chain o
       WHERE (c.position, o.position) IN ((2, 5), (5, 2))`,
      "UPDATE audit_chain SET entry_id = rtrim(entry_id, '~')",
    );
    expect(await faults()).toEqual([`2: ${CHANGED}`, `5: ${CHANGED}`]);
  });

  test("a completely rewritten chain, after a checkpoint", async () => {
    await checkChain(null);
    await tamper(
      `UPDATE audit_entries SET action = 'nothing' WHERE id = ${at(2)}`,
      "CREATE TABLE anew AS TABLE audit_entries; TRUNCATE audit_chain, audit_entries CASCADE",
      "UPDATE audit_head SET entries = 0, hash = repeat('0', 64)",
      "SET session_replication_role = origin; INSERT INTO audit_entries TABLE anew ORDER BY id; DROP TABLE anew",
    );
    expect(await faults()).toEqual(["6: an earlier check found another entry here"]);
  });

  test("the head removed", async () => {
    await tamper("DELETE FROM audit_head");
    expect(await faults()).toEqual(["the head of the chain was removed"]);
  });

  test("at most twenty faults are reported, the first one first", async () => {
    const values = Array.from(
      { length: 30 },
      (_, i) => `('aud_${i}', '${personId}', 'a', 'b', now())`,
    );
    await tamper(
      `UPDATE audit_entries SET action = 'x' WHERE id = ${at(2)}`,
      `INSERT INTO audit_entries (id, person_id, action, target_id, created_at) VALUES ${values}`,
    );
    const found = await faults();
    expect([found.length, found[0]]).toEqual([20, `2: ${CHANGED}`]);
  });
});

test.each([
  "INSERT INTO audit_chain VALUES (99, 'aud_x', 'a', 'b')",
  "UPDATE audit_chain SET hash = 'a'",
  "DELETE FROM audit_chain",
  "UPDATE audit_head SET entries = 0",
  "DELETE FROM audit_head",
  "UPDATE audit_checkpoints SET hash = 'a'",
  "DELETE FROM audit_checkpoints",
  "SELECT audit_link(e) FROM audit_entries e",
  "SELECT * FROM audit_head FOR UPDATE",
  "ALTER TABLE audit_entries DISABLE TRIGGER chained",
])("the service itself may not: %s", async (statement) => {
  expect(await attack({ role: "app", statements: [statement] })).toBe("42501");
});

describe("the hourly check of the service", () => {
  const alerts = () =>
    sql(
      "SELECT text, closed_at IS NULL AS open FROM alerts WHERE kind = 'audit_log_broken' ORDER BY id",
    );
  const kept = async () => (await sql("SELECT * FROM checks WHERE kind = 'audit_log'"))[0];

  test("stores its result, opens an alert for a fault and closes the alert when the log is sound", async () => {
    await checkChain(personId);
    const sound = await kept();
    expect(sound).toMatchObject({ is_sound: true, person_id: personId });
    expect(sound.result).toEqual({
      entries: ENTRIES,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      faults: [],
    });
    expect(sound.sound_at).toEqual(sound.ran_at);

    shiftClock(60_000);
    await tamper(`UPDATE audit_entries SET action = 'x' WHERE id = ${at(2)}`);
    await checkChain(null);
    expect(await kept()).toMatchObject({
      is_sound: false,
      sound_at: sound.ran_at,
      person_id: null,
      result: { faults: [{ position: 2, text: CHANGED }] },
    });
    expect(await alerts()).toMatchObject([{ open: true, text: expect.stringContaining(CHANGED) }]);

    await tamper(`UPDATE audit_entries SET action = 'test.2' WHERE id = ${at(2)}`);
    await checkChain(null);
    expect(await alerts()).toMatchObject([{ open: false }]);
  });
});

describe("npm run verify-audit", () => {
  const command = (...args: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      execFile(
        process.execPath,
        typeScriptArguments("bin/verify-audit.ts", ...args),
        { env: process.env },
        (error, output, errors) =>
          resolve({ code: Number(error?.code ?? 0), output: output + errors }),
      );
    });

  test("exits with 0 and prints the end that a later run must find, otherwise with 1 and the first broken row", async () => {
    const sound = await command();
    expect([sound.code, sound.output]).toEqual([
      0,
      expect.stringMatching(/^sound: 6 entries\n6:[0-9a-f]{64}\n$/),
    ]);
    const end = sound.output.trim().split("\n").at(-1) ?? "";
    expect((await command(end)).code).toBe(0);
    expect((await command(`6:${"0".repeat(64)}`)).code).toBe(1);
    expect((await command("yesterday")).code).toBe(2);

    await tamper(`UPDATE audit_entries SET target_id = 'x' WHERE id = ${at(2)}`);
    const broken = await command();
    expect([broken.code, broken.output]).toEqual([
      1,
      expect.stringMatching(/^BROKEN at 2 aud_\w+: this entry was changed/),
    ]);
  });
});
