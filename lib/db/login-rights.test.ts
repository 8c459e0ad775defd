import "@/test/database";
import net from "node:net";
import pg from "pg";
import { afterAll, afterEach, describe, expect, inject, test, vi } from "vitest";
import { requireDatabase } from "@/bin/database/require-database.ts";
import { ownerUrl } from "@/test/database/owner-url";
import { tamper } from "@/test/database/superuser";
import { endTests } from "@/test/fixtures/make";
import { connectionOptions } from "./connection-settings";

const appUrl = () => process.env.DATABASE_URL ?? "";
const NO_PRIVILEGE = "42501";

afterEach(() => vi.unstubAllEnvs());
afterAll(endTests);

/** The SQLSTATE that refuses the last of these statements, on a connection with the service's settings. */
async function outcome(...statements: string[]): Promise<string> {
  const client = new pg.Client({ connectionString: appUrl(), options: connectionOptions() });
  await client.connect();
  try {
    await client.query("BEGIN");
    for (const statement of statements.slice(0, -1))
      await client.query(`SAVEPOINT s; ${statement}`).catch(() => client.query("ROLLBACK TO s"));
    await client.query(statements.at(-1) ?? "");
    return "through";
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code) return error.code;
    throw error;
  } finally {
    await client.end();
  }
}

const LIFTS = [
  "SET ROLE NONE",
  "RESET ROLE",
  "RESET ALL",
  "SET ROLE partner_wallet",
  "SET SESSION AUTHORIZATION partner_wallet",
];
const ATTACKS = [
  "ALTER TABLE ledger.entries DISABLE TRIGGER ALL",
  "CREATE ROLE evil LOGIN",
  "DELETE FROM ledger.entries",
  "UPDATE audit_entries SET action = ''",
  "GRANT partner_wallet TO partner_wallet_app",
  "CREATE OR REPLACE FUNCTION ledger.post(jsonb) RETURNS void LANGUAGE sql AS ''",
  "CREATE TABLE public.mine ()",
];

describe.each(LIFTS)("on the application's connection, after %s", (lift) => {
  test.each(ATTACKS)("%s is refused", async (statement) => {
    expect(await outcome(lift, statement)).toBe(NO_PRIVILEGE);
  });
});

/** The warnings of a start of the service with this login. */
async function start(databaseUrl: string, environment = "staging"): Promise<string[]> {
  const warnings: string[] = [];
  await requireDatabase({ databaseUrl, environment, warn: (text) => warnings.push(text) });
  return warnings;
}

describe("the service's login at its start", () => {
  test("the application's login is accepted without a warning", async () => {
    expect(await start(appUrl())).toEqual([]);
  });

  const superuserUrl = () => {
    const url = new URL(inject("databaseServer").superuserUrl);
    url.pathname = new URL(appUrl()).pathname;
    return url.href;
  };
  test.each([
    ["the owner's", ownerUrl, /partner_wallet, which may create roles and owns the tables/],
    ["a superuser's", superuserUrl, /postgres, which is a superuser/],
  ])(
    "%s causes a warning in staging and a refusal in production, with the command to run",
    async (_, url, text) => {
      expect(await start(url())).toEqual([expect.stringMatching(text)]);
      const refusal = await start(url(), "production").catch((error: unknown) => error);
      expect(refusal).toMatchObject({ kind: "settings", exitCode: 2 });
      expect(String(refusal)).toMatch(text);
      expect(String(refusal)).toMatch(/ALTER ROLE partner_wallet_app LOGIN.*DATABASE_MIGRATE_URL/);
      expect(String(refusal)).not.toContain(new URL(url()).password);
    },
  );

  test.each([
    ["pg_execute_server_program", "may run programs on the host"],
    ["pg_write_server_files", "may write files on the host"],
  ])(
    "the right %s causes a warning in staging and a refusal in production",
    async (right, text) => {
      const login = `of_${right}`;
      await tamper(
        `CREATE ROLE ${login} LOGIN PASSWORD 'of-the-role' IN ROLE partner_wallet_app, ${right}`,
      );
      const url = new URL(appUrl());
      url.username = login;
      url.password = "of-the-role";
      expect(await start(url.href)).toEqual([expect.stringContaining(`${login}, which ${text}:`)]);
      await expect(start(url.href, "production")).rejects.toThrow(text);
      await tamper(`DROP ROLE ${login}`);
    },
  );

  test("an owner's DATABASE_DIRECT_URL counts as well; an empty value does not", async () => {
    vi.stubEnv("DATABASE_DIRECT_URL", " ");
    expect(await start(appUrl())).toEqual([]);
    vi.stubEnv("DATABASE_DIRECT_URL", ownerUrl());
    await expect(start(appUrl(), "production")).rejects.toThrow(/owns the tables/);
  });
});

/** Simulates a pooler: clients see a process number of the pooler instead of PostgreSQL's. */
async function startPooler() {
  const direct = new URL(appUrl());
  const path = `${direct.searchParams.get("host")}/.s.PGSQL.${direct.port}`;
  const keyData = Buffer.from([0x4b, 0, 0, 0, 12]);
  const server = net.createServer((client) => {
    const database = net.connect(path);
    for (const socket of [client, database]) socket.on("error", () => {});
    client.pipe(database);
    database.on("data", (bytes) => {
      const at = bytes.indexOf(keyData);
      if (at >= 0) bytes.writeInt32BE(7, at + keyData.length);
      client.write(bytes);
    });
    database.on("close", () => client.end());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const through = new URL(direct);
  through.searchParams.delete("host");
  through.hostname = "127.0.0.1";
  through.port = String((server.address() as net.AddressInfo).port);
  return { url: through.href, stop: () => server.close() };
}

test("a pooler without DATABASE_DIRECT_URL causes a warning, and with it none", async () => {
  const pooler = await startPooler();
  expect(await start(pooler.url)).toEqual([expect.stringMatching(/pooler.*DATABASE_DIRECT_URL/)]);
  vi.stubEnv("DATABASE_DIRECT_URL", appUrl());
  expect(await start(pooler.url)).toEqual([]);
  pooler.stop();
});
