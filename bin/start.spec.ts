import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type StartedService, startService } from "../test/start-service.ts";
import { exitCodes } from "./steps/faults.mjs";

/** `npm start` through good and bad days, one after the other on one data folder. */
test.describe.configure({ mode: "serial" });
test.setTimeout(120_000);

let service: StartedService;
let dataDir: string;

test.beforeAll(async () => {
  test.setTimeout(10 * 60_000);
  service = await startService();
  dataDir = service.dataDir;
});
test.afterAll(async () => {
  await service?.stop({ keepData: true });
  await rm(dataDir, { recursive: true, force: true });
});

const ready = async () => (await fetch(`${service.baseUrl}/api/ready`)).status;
const partnerIds = () => service.demo.partners.map(({ partnerId }) => partnerId);

/** Starts, expecting that it will not, and returns what it says with its exit code. */
async function refusal(env: Record<string, string> = {}): Promise<string> {
  return startService({ dataDir, env }).then(
    () => "It started.",
    (error: Error) => error.message,
  );
}

test("is ready when it says so, and keeps what is secret to itself", async () => {
  expect(await ready()).toBe(200);
  for (const name of ["secrets.json", "demo.json", "demo.seed.json"]) {
    expect((await stat(join(dataDir, name))).mode & 0o077, name).toBe(0);
  }
});

test("refuses a second instance on the same data folder", async () => {
  const message = await refusal();
  expect(message).toContain(`exit code ${exitCodes.alreadyRunning}`);
  expect(message).toContain("Another instance");
});

test("refuses a port on which another program listens", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => other.once("listening", done));
  const address = other.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const free = join(dataDir, "other");
  const message = await startService({ dataDir: free, env: { PORT: String(port) } }).then(
    () => "It started.",
    (error: Error) => error.message,
  );
  other.close();
  expect(message).toContain(`exit code ${exitCodes.portTaken}`);
  expect(message).toContain(`already listens on 127.0.0.1:${port}`);
});

test("stops cleanly, and starts again with its data", async () => {
  const before = partnerIds();
  expect(await service.stop({ keepData: true })).toBe(0);
  await expect(ready()).rejects.toThrow();
  service = await startService({ dataDir });
  expect(partnerIds()).toEqual(before);
  expect(service.output()).toMatch(/demo data .*kept/);
});

test("starts again with its data after kill -9", async () => {
  const before = partnerIds();
  service.child.kill("SIGKILL");
  service = await startService({ dataDir });
  expect(partnerIds()).toEqual(before);
  expect(await ready()).toBe(200);
});

test("stops altogether when PostgreSQL dies", async () => {
  const pidFile = await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8");
  const ended = new Promise((done) => service.child.once("exit", done));
  process.kill(Number.parseInt(pidFile, 10), "SIGKILL");
  expect(await ended).toBe(exitCodes.unexpected);
  expect(service.output()).toContain("PostgreSQL ended by itself");
  await expect(ready()).rejects.toThrow();
});

test("says what is broken in a data folder, and changes nothing in it", async () => {
  const secretsPath = join(dataDir, "secrets.json");
  const versionPath = join(dataDir, "postgres/PG_VERSION");
  const secrets = await readFile(secretsPath, "utf8");
  const version = await readFile(versionPath, "utf8");

  await writeFile(secretsPath, secrets.slice(0, 50));
  expect(await refusal()).toMatch(/exit code 14:[\s\S]*secrets.json cannot be read as JSON/);
  await writeFile(secretsPath, secrets);
  await writeFile(versionPath, "17\n");
  expect(await refusal()).toMatch(/exit code 14:[\s\S]*made by PostgreSQL 17/);
  await writeFile(versionPath, version);

  service = await startService({ dataDir });
  expect(await ready()).toBe(200);
});
