import { createServer, type Server } from "node:net";
import pg from "pg";
import { afterAll, afterEach, expect, inject, test, vi } from "vitest";
import { disconnect } from "@/lib/db";
import { endTests, sql } from "@/test/make";

afterAll(endTests);
afterEach(async () => {
  vi.unstubAllEnvs();
  await disconnect();
});

/** Asks a process that has the settings as they are now. */
async function ask(databaseUrl = process.env.DATABASE_URL ?? "") {
  await disconnect();
  vi.stubEnv("DATABASE_URL", databaseUrl);
  vi.resetModules();
  const { GET } = await import("./route");
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

function at(change: (url: URL) => void): string {
  const url = new URL(process.env.DATABASE_URL ?? "");
  change(url);
  return url.href;
}

test("is ready when the database answers and has every migration", async () => {
  const answer = await ask();
  expect(answer.json).toEqual({ status: "success", message: "Ready", data: {} });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
});

test("names the migrations that the database lacks", async () => {
  const lacking = "The database lacks these migrations: 0003_rules. Apply them: npm run migrate";
  const set = (values: string) =>
    sql(`UPDATE _prisma_migrations SET ${values} WHERE migration_name = '0003_rules'`);
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
    /^The database lacks these migrations: 0001_tables, 0002_/,
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
  expect(answer.waitedMs).toBeLessThan(4_500);
  server.close();
});

test("however many ask at once, the database is asked once", async () => {
  vi.resetModules();
  const store = await import("@/lib/health/store");
  const read = vi.spyOn(store, "readDatabaseState");
  const { GET } = await import("./route");
  const answers = await Promise.all(Array.from({ length: 20 }, () => GET()));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(read).toHaveBeenCalledTimes(1);
});

/** Takes connections and says nothing. */
function silentServer(): Promise<Server> {
  const server = createServer((socket) => socket.on("error", () => {}));
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
