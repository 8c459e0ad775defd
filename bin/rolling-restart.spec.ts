import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { prepareRoles, type RoleProcess } from "../test/service/role-processes.ts";

/** Two web processes behind a balancer, one of which is stopped: docs/decisions/0112-graceful-end.md */
test.describe.configure({ mode: "serial" });

/** How often the balancer asks each process whether it is ready. */
const LOOK_MS = 200;
/** Long enough for a slow machine to notice that a process is no longer ready. */
const DRAIN_MS = 15_000;
const CLIENTS = 6;
const BALANCE = "/api/v1/partner/wallet/balance";

let roles: Awaited<ReturnType<typeof prepareRoles>>;
let processes: RoleProcess[] = [];

test.beforeAll(async () => {
  roles = await prepareRoles();
  const drain = { SHUTDOWN_DRAIN_MS: String(DRAIN_MS), SHUTDOWN_LIMIT_MS: "60000" };
  processes = [
    await roles.serve("web", { ...roles.withoutKeys, ...drain }),
    // The end of this one is not looked at, so that nobody waits for it.
    await roles.serve("web", roles.withoutKeys, { isFurther: true }),
  ];
  await Promise.all(processes.map((each) => each.untilReady()));
});
test.afterAll(async () => {
  await roles?.stop();
});

interface Seen {
  status: number;
  connection: string | undefined;
  process: RoleProcess;
}

async function ask(process: RoleProcess, path: string, agent: Agent, key?: string): Promise<Seen> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const [response] = (await once(get(process.baseUrl + path, { agent, headers }), "response")) as [
    IncomingMessage,
  ];
  await text(response);
  const { statusCode: status = 0, headers: answered } = response;
  return { status, connection: answered.connection, process };
}

/** Looks at the readiness of each process, as a balancer does. */
function startBalancer() {
  const ready = new Set(processes);
  const agent = new Agent();
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      for (const process of processes) {
        const isReady = await ask(process, "/api/ready", agent).then(
          ({ status }) => status === 200,
          () => false,
        );
        if (isReady) ready.add(process);
        else ready.delete(process);
      }
      await sleep(LOOK_MS);
    }
  })();
  return {
    ready,
    async stop() {
      isOver = true;
      await looking;
      agent.destroy();
    },
  };
}

test("a process that is stopped under load fails no request, answers no 429 and closes its connections", async () => {
  const { apiKey = "" } = roles.demo.partners[1] ?? {};
  const balancer = startBalancer();
  const seen: Seen[] = [];
  const faults: unknown[] = [];
  let isOver = false;
  const load = Array.from({ length: CLIENTS }, async (_, index) => {
    // Connections that stay open, one to each process.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = index; !isOver; turn += 1) {
      const ready = [...balancer.ready];
      const process = ready[turn % ready.length];
      if (process)
        await ask(process, BALANCE, agent, apiKey).then(
          (one) => seen.push(one),
          (error: unknown) => faults.push(error),
        );
      await sleep(80);
    }
    agent.destroy();
  });
  await expect.poll(() => seen.length).toBeGreaterThan(100);
  const [stopped, other] = processes;
  if (!stopped) throw new Error("There is no process to stop.");
  const stoppedAtMs = performance.now();
  stopped.child.kill("SIGTERM");
  await expect.poll(() => balancer.ready.has(stopped), { intervals: [50] }).toBe(false);
  // The balancer may have noticed it before another request was sent to this process.
  const late = await ask(stopped, BALANCE, new Agent({ keepAlive: true }), apiKey);
  expect(await stopped.ended).toBe(0);
  const tookMs = performance.now() - stoppedAtMs;
  const count = seen.length;
  await expect.poll(() => seen.length).toBeGreaterThan(count + 100);
  isOver = true;
  await Promise.all(load);
  await balancer.stop();

  expect(faults).toEqual([]);
  expect([...new Set(seen.map(({ status }) => status))]).toEqual([200]);
  const ofOther = seen.filter((one) => one.process === other).at(-1);
  expect([late.status, late.connection, ofOther?.connection]).toEqual([200, "close", "keep-alive"]);
  expect(tookMs).toBeGreaterThanOrEqual(DRAIN_MS);
  expect(stopped.output()).not.toContain("cuts");
});
