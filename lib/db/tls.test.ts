import "@/test/database";
import { rename } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { forgetEnv } from "@/lib/kernel/env";
import { pendingMigrations } from "@/prisma/schema-engine/pending-migrations";
import { startTlsProxy, type TlsProxy } from "@/test/database/tls-proxy";
import { eventually } from "@/test/eventually";
import { disconnect, lookUp, prisma, query } from "./index";
import { Listener } from "./listener";
import { PipelinedConnection } from "./pipelined-connection";

const direct = process.env.DATABASE_URL ?? "";
let proxy: TlsProxy;

async function connectBy(url: string): Promise<void> {
  await disconnect();
  process.env.DATABASE_URL = url;
  forgetEnv();
}

const verified = () => proxy.url({ sslmode: "verify-full", sslrootcert: proxy.authorityFile });

const ONE = "SELECT 1 AS value";

beforeAll(async () => {
  proxy = await startTlsProxy();
});
afterEach(() => connectBy(direct));
afterAll(async () => {
  await disconnect();
  await proxy.stop();
});

const everyWay = () =>
  Promise.allSettled([
    query("tls_pool", ONE, []),
    lookUp("tls_lane", ONE, []),
    prisma().then((client) => client.$queryRaw`SELECT 1 AS value`),
  ]);

test("the pool, the pipelined connections and Prisma verify the certificate and work", async () => {
  await connectBy(verified());
  const rows = await everyWay();
  expect(rows.map((each) => each.status === "fulfilled" && each.value)).toEqual(
    Array(3).fill([{ value: 1 }]),
  );
});

test("migrations can be read", async () => {
  expect(await pendingMigrations({ databaseUrl: verified() })).toEqual([]);
});

test.each([
  [
    "of another authority",
    () => [{ sslrootcert: proxy.strangerFile }] as const,
    /unable to verify the first certificate/,
  ],
  [
    "of another name",
    () => [{ sslrootcert: proxy.authorityFile }, "localhost"] as const,
    /altnames/,
  ],
])("a certificate %s is refused every way", async (_, place, reason) => {
  const [parameters, hostname] = place();
  await connectBy(proxy.url({ sslmode: "verify-full", ...parameters }, hostname));
  for (const each of await everyWay())
    expect(each.status === "rejected" && String(each.reason)).toMatch(reason);
});

test("a server without TLS is refused", async () => {
  const url = new URL(direct);
  url.searchParams.set("sslmode", "verify-full");
  const pipeline = new PipelinedConnection({ connectionString: url.href });
  await expect(pipeline.query({ name: "tls_none", text: ONE })).rejects.toThrow(
    "The server does not support SSL connections",
  );
});

test("statements of one turn reach the server in one record", async () => {
  const pipeline = new PipelinedConnection({ connectionString: verified() });
  const ask = () => pipeline.query({ name: "tls_gathered", text: ONE });
  await ask();
  const before = proxy.countRecords();
  await Promise.all(Array.from({ length: 20 }, ask));
  expect(proxy.countRecords() - before).toBe(1);
  await pipeline.close();
});

test("the listener connects by TLS, and waits while the file of the authority is away", async () => {
  await connectBy(verified());
  const away = `${proxy.authorityFile}.away`;
  await query("tls_warm", ONE, []);
  await rename(proxy.authorityFile, away);
  const listener = new Listener({ probeEveryMs: 100 });
  listener.subscribe({ channel: "changed", onNotice() {}, onReconnect() {} });
  expect(await listener.ready()).toBe(false);
  await rename(away, proxy.authorityFile);
  await eventually(() => expect(listener.isUp).toBe(true));
  await listener.close();
});
