import { createServer, type Server } from "node:net";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { disconnect } from "@/lib/db";
import { connectionOptions } from "@/lib/db/connection-settings";
import { forgetEnv } from "@/lib/kernel/env";
import * as store from "@/lib/operations/health/store";
import { ownerUrl } from "@/test/database/owner-url";
import { endTests, sql } from "@/test/fixtures/make";
import { GET } from "./route";

afterAll(endTests);
afterEach(async () => {
  vi.unstubAllEnvs();
  await disconnect();
});

/** Asks a process that has the settings as they are now. */
async function ask(databaseUrl = process.env.DATABASE_URL ?? "") {
  await disconnect();
  vi.stubEnv("DATABASE_URL", databaseUrl);
  forgetEnv();
  const startMs = performance.now();
  const response = await GET();
  const waitedMs = performance.now() - startMs;
  const { status, headers } = response;
  return { status, headers, json: await response.json(), waitedMs };
}

async function expectUnready(answer: Awaited<ReturnType<typeof ask>>, text: string) {
  expect(answer.json).toEqual({
    status: "error",
    message: "SERVICE_UNAVAILABLE",
    data: { error: text },
  });
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
}

function at(change: (url: URL) => void, base = process.env.DATABASE_URL ?? ""): string {
  const url = new URL(base);
  change(url);
  return url.href;
}

test("is ready when the database answers and has every migration", async () => {
  const answer = await ask();
  expect(answer.json).toEqual({ status: "success", message: "Ready", data: { providers: [] } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
});

test("names the migrations that the database lacks", async () => {
  const lacking = "The database lacks these migrations: 0102_rules. Apply them: npm run migrate";
  const set = (values: string) =>
    sql(`UPDATE _prisma_migrations SET ${values} WHERE migration_name = '0102_rules'`);
  await set("rolled_back_at = now()");
  await expectUnready(await ask(), lacking);
  await set("rolled_back_at = NULL, finished_at = NULL");
  await expectUnready(await ask(), lacking);
  await set("finished_at = now()");
  expect((await ask()).status).toBe(200);
});

test("a migration that only the database knows is a newer version's and no fault", async () => {
  await sql(
    `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
     VALUES ('later', '', now(), '9999_later', now(), 1)`,
  );
  expect((await ask()).status).toBe(200);
});

test("a database that was never migrated lacks all of them", async () => {
  // The superuser's own, which is in every cluster and in no test's.
  const answer = await ask(
    at((url) => {
      url.pathname = "/postgres";
    }),
  );
  expect(answer.status).toBe(503);
  expect(answer.json.data.error).toMatch(
    /^The database lacks these migrations: 0100_tables, 0101_/,
  );
});

test("a database that is read-only is not ready", async () => {
  const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  const superuser = new pg.Client(inject("databaseServer").superuserUrl);
  await superuser.connect();
  await superuser.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const answer = await ask();
  await superuser.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  await superuser.end();
  await expectUnready(answer, "The database is read-only.");
});

test("a database that takes writes again is ready again, though its connections began when it did not", async () => {
  const name = new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  const superuser = new pg.Client(inject("databaseServer").superuserUrl);
  await superuser.connect();
  await superuser.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await ask();
  await superuser.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  await superuser.end();
  // A probe comes more often than a connection that nobody uses is closed.
  expect((await GET()).status).toBe(200);
});

describe("a connection whose settings are lost", () => {
  const database = () => new URL(process.env.DATABASE_URL ?? "").pathname.slice(1);
  // As a login that is not the application's own role, which a connection then has to ask for.
  const withOptions = (options: string) =>
    at((url) => url.searchParams.set("options", options), ownerUrl());
  // Without these the service is slower, not wrong.
  const spared = ["-c jit=off", "-c max_parallel_workers_per_gather=0"];
  const needed = (option: string) => !spared.includes(option);
  const wanted = connectionOptions()
    .split(/ (?=-c )/)
    .filter(needed);
  const nameOf = (option: string) => option.replace(/^-c (\w+)=.*/, "$1");
  // A server of somebody who found it too slow otherwise, and whose clock is not UTC.
  beforeAll(async () => {
    await sql(`ALTER DATABASE ${database()} SET synchronous_commit = off`);
    await sql(`ALTER DATABASE ${database()} SET TimeZone = 'Asia/Kolkata'`);
    await sql(`ALTER DATABASE ${database()} SET default_transaction_isolation = 'repeatable read'`);
  });
  afterAll(() => sql(`ALTER DATABASE ${database()} RESET ALL`));

  test("is not ready, and it says which they are and what to do", async () => {
    const names = wanted.map((option) =>
      option.replace(/^-c (\w+)=(.+)$/, "$1 (wanted: $2)").replace("\\ ", " "),
    );
    expect(names).toHaveLength(8);
    await expectUnready(
      await ask(withOptions("")),
      `Connections to the database lose these settings: ${names.join(", ")}. A pooler, or DATABASE_URL itself, replaces ` +
        "the startup parameter options: log in as the application's role, with the settings as its own. See docs/pooler.md",
    );
  });

  test("is ready without the options that only make it faster, which a pooler's role may lack", async () => {
    for (const option of spared) expect(connectionOptions()).toContain(option);
    expect((await ask(withOptions(wanted.join(" ")))).status).toBe(200);
  });

  test.each(wanted)("is not ready without %s alone", async (option) => {
    const others = wanted.filter((other) => other !== option).join(" ");
    const { status, json } = await ask(withOptions(others));
    expect(status).toBe(503);
    const named = [...json.data.error.matchAll(/(\w+) \(wanted/g)].map(([, name]) => name);
    expect(named).toEqual([nameOf(option)]);
  });

  test.each([
    ["synchronous_commit=remote_write", 503],
    ["synchronous_commit=local", 503],
    ["synchronous_commit=remote_apply", 200],
    ["statement_timeout=15001", 503],
    ["statement_timeout=5s", 200],
    ["lock_timeout=0", 503],
    ["role=none", 503],
    ["TimeZone=Etc/UTC", 200],
  ])("set to %s: %i", async (setting, status) => {
    // The last of two counts.
    const { status: seen } = await ask(withOptions(`${connectionOptions()} -c ${setting}`));
    expect(seen).toBe(status);
  });
});

test("a pooler that refuses our settings, or mixes up prepared statements: not ready, and it says what to do", async () => {
  const refusing = await refusingServer("08P01", "unsupported startup parameter: options");
  const { json, status } = await ask(refusing.url);
  expect(status).toBe(503);
  expect(json.data.error).toMatch(/ignore_startup_parameters = options.*docs\/pooler\.md/);
  refusing.server.close();
  // PgBouncer says 08P01 of everything that it refuses: PostgreSQL behind it is down.
  const failing = await refusingServer("08P01", "server login has been failing, try again later");
  await expectUnready(await ask(failing.url), "The pooler cannot reach the database.");
  failing.server.close();
  const forgetful = await refusingServer("26000", 'prepared statement "a" does not exist');
  expect((await ask(forgetful.url)).json.data.error).toMatch(/max_prepared_statements/);
  forgetful.server.close();
});

test("a database that is away is not ready, without a word about where it is", async () => {
  const away = at((url) => {
    url.port = "1";
  });
  await expectUnready(await ask(away), "The database does not answer.");
});

test("a database that hangs is not waited for longer than a probe waits", async () => {
  const server = await silentServer();
  const { port } = server.address() as { port: number };
  const hangs = `postgresql://wallet@127.0.0.1:${port}/wallet`;
  const answer = await ask(hangs);
  await expectUnready(answer, "The database does not answer.");
  expect(answer.waitedMs).toBeGreaterThan(2_500);
  expect(answer.waitedMs).toBeLessThan(10_000);
  server.close();
});

test("however many ask at once, the database is asked once", async () => {
  forgetEnv();
  const read = vi.spyOn(store, "readDatabaseState");
  const answers = await Promise.all(Array.from({ length: 20 }, () => GET()));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(read).toHaveBeenCalledTimes(1);
});

/** Takes connections and says nothing. */
function silentServer(): Promise<Server> {
  const server = createServer((socket) => socket.on("error", () => {}));
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** Answers everybody with an error, as a pooler does. */
async function refusingServer(code: string, message: string) {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(Buffer.concat([head, fields])));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  return { server, url: `postgresql://wallet@127.0.0.1:${port}/wallet` };
}
