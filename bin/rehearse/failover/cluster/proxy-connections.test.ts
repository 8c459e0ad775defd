import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../bootstrap/port.mjs";
import { hasProxy } from "../../../checks/start-proxy.ts";
import { readTemplate } from "../../fill-template.ts";

const HOST = "127.0.0.1";
const GREETING = "ready for query";
/** So many times fewer connections than recommended, which a test can open at once. */
const SMALLER = 50;
const ANSWER_LIMIT_MS = 30_000;

const template = () => readTemplate("high-availability/haproxy.cfg");
const limitsOf = (text: string) =>
  [...text.matchAll(/^ +maxconn (\d+)$/gm)].map(([, limit]) => Number(limit));

/** A database that greets everybody. Returns its address. */
async function startDatabase(): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.write(GREETING);
  });
  server.listen(0, HOST);
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `${HOST}:${(server.address() as AddressInfo).port}`;
}

/** The recommended file before one database that nobody asks for its role, without a user and a folder of HAProxy's own. */
function configuration(database: string, primary: string, web: string): string {
  return template()
    .replace(/^ +(?:user|group|chroot|option httpchk|http-check|default-server) .*\n/gm, "")
    .replace(/^ +server (?:n[23]|[ab]).*\n/gm, "")
    .replace(/^ +server n1 .*$/m, `  server n1 ${database}`)
    .replaceAll(/^( +maxconn )(\d+)$/gm, (_, name, limit) => `${name}${Number(limit) / SMALLER}`)
    .replaceAll(/timeout http-request \d+s/g, "timeout http-request 1s")
    .replace(/\$\{DATABASE_BIND\}/, primary)
    .replace(/\$\{WEB_BIND\}/, web);
}

/** What the database says through the proxy; nothing when it is not reached. */
async function greeting(port: number): Promise<string> {
  const socket = connect(port, HOST);
  const said = once(socket, "data").then(String, () => "");
  const late = sleep(ANSWER_LIMIT_MS, "", { ref: false });
  const text = await Promise.race([said, once(socket, "close").then(() => ""), late]);
  socket.destroy();
  return text;
}

function open(port: number): Socket {
  const socket = connect(port, HOST);
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

async function startProxy(): Promise<{ primary: number; web: number }> {
  const [primary, web] = [await freePort(HOST), await freePort(HOST)];
  const folder = await mkdtemp(join(tmpdir(), "proxy-connections-"));
  const file = join(folder, "haproxy.cfg");
  await writeFile(
    file,
    configuration(await startDatabase(), `${HOST}:${primary}`, `${HOST}:${web}`),
  );
  const child = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
  onTestFinished(async () => {
    child.kill();
    await once(child, "exit");
    await rm(folder, { recursive: true });
  });
  await expect.poll(() => greeting(primary)).toBe(GREETING);
  return { primary, web };
}

test("callers leave as many connections of the proxy as the database takes", () => {
  const limits = limitsOf(template());
  expect(limits).toHaveLength(2);
  const [all = 0, web = 0] = limits;
  const taken = /max_connections: (\d+)/.exec(readTemplate("high-availability/patroni.yml"));
  expect(all - web).toBeGreaterThanOrEqual(Number(taken?.[1]));
});

test.skipIf(!hasProxy())(
  "the database is reached while callers hold all connections that they can get",
  async () => {
    const { primary, web } = await startProxy();
    const [all = 0] = limitsOf(template());
    const callers = Array.from({ length: all / SMALLER + 20 }, () => open(web));
    await Promise.all(callers.map((caller) => once(caller, "connect")));
    expect(await greeting(primary)).toBe(GREETING);
  },
);

test.skipIf(!hasProxy())("headers that arrive byte by byte keep no connection", async () => {
  const { web } = await startProxy();
  const caller = open(web);
  const answer = once(caller, "data").then(String);
  caller.write("GET / HTTP/1.1\r\nX-Slow: ");
  const drip = setInterval(() => caller.write("a"), 100);
  onTestFinished(() => clearInterval(drip));
  expect(await Promise.race([answer, sleep(ANSWER_LIMIT_MS, "still open")])).toMatch(
    /^HTTP\/1\.1 408 /,
  );
});
