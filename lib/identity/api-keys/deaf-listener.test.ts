import "@/test/database";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { Listener, listener } from "@/lib/db/listener";
import { perProcess } from "@/lib/kernel/per-process";
import { startDeafProxy } from "@/test/database/deaf-connection";
import { eventually } from "@/test/eventually";
import { endTests, makePartner, sql, type TestPartner } from "@/test/fixtures/make";
import { clientOf } from "@/test/http/client";
import { hashKey } from "./authenticate-key";
import { callerCache } from "./caller-cache";

// It is proved often, and a busy machine has as long to answer as in production.
perProcess("listener", () => new Listener({ probeEveryMs: 100 }));

type Proxy = Awaited<ReturnType<typeof startDeafProxy>>;
let proxy: Proxy | undefined;
let partner: TestPartner;

beforeEach(async () => {
  partner = await makePartner();
  await callerCache().close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await callerCache().close();
  await proxy?.stop();
});
afterAll(endTests);

const isCached = () => callerCache().get(hashKey(partner.apiKey)) !== undefined;
const statusNow = async () => (await clientOf(partner).balance()).status;

/** Another process suspends the partner: only a notice could tell this one. */
const suspend = () =>
  sql("UPDATE partners SET suspended_at = now() WHERE id = $1", [partner.partnerId]);

const untilUp = () => eventually(() => expect(listener().isUp).toBe(true));

test("a connection that receives no notices from its start never counts as open: nothing is cached", async () => {
  proxy = await startDeafProxy({ isDeaf: true });
  for (let round = 0; round < 3; round += 1) {
    expect(await statusNow()).toBe(200);
    expect(isCached()).toBe(false);
  }
  expect(await listener().ready()).toBe(false);
  await suspend();
  expect(await statusNow()).toBe(403);

  // The operator sets DATABASE_DIRECT_URL right.
  proxy.isDeaf = false;
  await untilUp();
});

test("a connection that has become deaf is given up, and what was cached is forgotten", async () => {
  proxy = await startDeafProxy({ isDeaf: false });
  await statusNow();
  await untilUp();
  expect(await statusNow()).toBe(200);
  expect(isCached()).toBe(true);

  proxy.isDeaf = true;
  await suspend();
  await eventually(() => expect(listener().isUp).toBe(false));
  expect(await statusNow()).toBe(403);

  proxy.isDeaf = false;
  await untilUp();
  expect(isCached()).toBe(false);
  expect(await statusNow()).toBe(403);
});

test("a connection without a proof for 12 s counts as closed, although nothing has closed it", async () => {
  proxy = await startDeafProxy({ isDeaf: false });
  await statusNow();
  await untilUp();
  await statusNow();
  expect(isCached()).toBe(true);
  const nowMs = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(nowMs + 12_001);
  expect(listener().isUp).toBe(false);
  expect(isCached()).toBe(false);
});

test("the loss of the connection forgets what was cached, and a new one opens", async () => {
  proxy = await startDeafProxy({ isDeaf: false });
  await statusNow();
  await untilUp();
  await statusNow();
  expect(isCached()).toBe(true);
  await sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'listener'`,
  );
  await eventually(() => expect(isCached()).toBe(false));
  await suspend();
  await untilUp();
  expect(await statusNow()).toBe(403);
});
