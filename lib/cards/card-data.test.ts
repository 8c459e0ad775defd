import "@/test/database";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventsOf } from "@/test/books";
import { clientOf } from "@/test/client";
import { endTests, makeApprovedUser, makePartner, sql, type TestPartner } from "@/test/make";

interface Secret {
  number: string;
  cvv: string;
}

/** Faults 22: card data leave through Get Card alone. These canaries are searched for wherever they could have gone. */
let secrets: Secret[];
let partner: TestPartner;
/** All that the process that served the requests wrote. */
let output: string;

const repositoryFolder = join(import.meta.dirname, "../..");

/** Serves the requests in a process of its own, since its log goes past everything that a test could replace. */
async function serveRequests(apiKey: string, serviceIds: string[]): Promise<void> {
  const script = join(repositoryFolder, "test/card-data-requests.ts");
  const child = fork(script, [apiKey, ...serviceIds], {
    cwd: repositoryFolder,
    execArgv: ["--import", "tsx"],
    env: { ...process.env, LOG_LEVEL: "debug" },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  if (!child.stdout || !child.stderr) throw new Error("the requests' process has no output");
  child.on("message", (message) => {
    secrets = message as Secret[];
  });
  const ended = once(child, "exit");
  const written = await Promise.all([readAll(child.stdout), readAll(child.stderr)]);
  output = written.join("");
  const [code] = await ended;
  if (code !== 0) throw new Error(`the requests failed:\n${output}`);
}

beforeAll(async () => {
  partner = await makePartner();
  const users = [1, 2, 3].map(() => makeApprovedUser(partner));
  await serveRequests(partner.apiKey, await Promise.all(users));
});
afterAll(endTests);

/** A number on its own, not a part of an id, a time or another number. */
const alone = (digits: string) => new RegExp(`(?<![\\w.+/=-])${digits}(?![\\w.+/=-])`);

interface Column {
  table: string;
  column: string;
}

/** Every column of every table that could hold a text. */
const textColumns = (): Promise<Column[]> =>
  sql(
    `SELECT format('%I.%I', table_schema, table_name) AS "table", quote_ident(column_name) AS "column"
     FROM information_schema.columns
     WHERE table_schema IN ('public', 'ledger')
       AND data_type NOT IN ('bigint', 'integer', 'smallint', 'boolean', 'timestamp with time zone')`,
  );

describe("the database", () => {
  test("has no number and no CVV in clear in any text of any table", async () => {
    const columns = await textColumns();
    expect(columns.map(({ column }) => column)).toContain("number_sealed");
    for (const { table, column } of columns) {
      const rows = await sql(
        `SELECT ${column}::text AS value FROM ${table} WHERE ${column} IS NOT NULL`,
      );
      const all = rows.map(({ value }) => value).join("\n");
      for (const { number, cvv } of secrets) {
        expect(all.includes(number), `${table}.${column} has a number`).toBe(false);
        expect(alone(cvv).test(all), `${table}.${column} has a CVV`).toBe(false);
      }
    }
  });

  test("has not the digits of a number that first6 and last4 leave out", async () => {
    const rows = await sql("SELECT cards::text AS row FROM cards");
    const all = rows.map(({ row }) => row).join("\n");
    for (const { number } of secrets) expect(all).not.toContain(number.slice(6, 12));
  });
});

describe("the log", () => {
  test("has a line for every request, and neither numbers, CVVs, keys nor names", () => {
    const lines = output.trim().split("\n");
    expect(lines.length).toBeGreaterThan(30);
    for (const { number, cvv } of secrets) {
      expect(output).not.toContain(number);
      expect(output).not.toContain(number.slice(6));
      expect(output).not.toMatch(alone(cvv));
    }
    expect(output).not.toContain(partner.apiKey);
    expect(output).not.toMatch(/Amara|Okafor|@example\.com|Marina Road|8031234567/);
  });

  test("is one JSON object a line: the operation, its path without ids, the status, the partner", () => {
    for (const line of output.trim().split("\n")) {
      const { time, requestId, operation, method, path, status, durationMs, ...rest } =
        JSON.parse(line);
      expect(new Date(time).toISOString()).toBe(time);
      expect(requestId).toMatch(/^req_/);
      expect(operation).toMatch(/^[a-zA-Z]+$/);
      expect(path).not.toMatch(/card_|txn_/);
      expect([typeof method, typeof status, typeof durationMs]).toEqual([
        "string",
        "number",
        "number",
      ]);
      expect(Object.keys(rest).sort()).toEqual(["level", "msg", "partnerId"]);
      expect(rest.partnerId).toBe(partner.partnerId);
    }
  });
});

test("the bodies of the events have neither number nor CVV", async () => {
  const events = await eventsOf(partner.partnerId);
  expect(events.length).toBeGreaterThan(6);
  const all = JSON.stringify(events);
  for (const { number, cvv } of secrets) {
    expect(all).not.toContain(number);
    expect(all).not.toMatch(alone(cvv));
  }
});

test("of the API's answers Get Card alone has them", async () => {
  const client = clientOf(partner);
  const { cards } = (await client.listCards()).json.data;
  const answers = [
    await client.listCards(),
    await client.listCardTransactions(),
    await client.listWalletTransactions(),
    await client.fund({ serviceCardId: cards[0].serviceCardId, amount: 5 }),
  ];
  for (const { number, cvv } of secrets) {
    for (const answer of answers) {
      expect(JSON.stringify(answer.json)).not.toContain(number);
      expect(JSON.stringify(answer.json)).not.toMatch(alone(cvv));
    }
  }
  const opened = (await client.getCard(cards[0].serviceCardId)).json.data;
  expect(secrets.map(({ number }) => number)).toContain(opened.cardNumber);
});
