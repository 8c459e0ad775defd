import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { createPublicClient, http } from "viem";
import { afterAll, expect, test } from "vitest";
import { temporaryParent } from "./process/make-temporary-folder.ts";

const folder = await mkdtemp(join(temporaryParent(), "partner-wallet-chains-"));
let running: ChildProcess | undefined;
afterAll(async () => {
  running?.kill("SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

/** Starts `npm run chain` and waits for its last line. */
async function start(settings: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, DATA_DIR: folder, CHAIN_PORT: "0", ...settings };
  const child = spawn(process.execPath, ["bin/chain.mjs"], { env });
  running = child;
  let output = "";
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes("settings of the service")) resolve(output);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    // Not "exit", which may come before the last of the output.
    child.once("close", (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
}

const stop = () =>
  new Promise((resolve) => {
    running?.once("exit", resolve);
    running?.kill("SIGTERM");
  });

const clientOf = (url = "") => createPublicClient({ transport: http(url, { retryCount: 0 }) });
const settings = async () => parseEnv(await readFile(join(folder, "chains.env"), "utf8"));

test("npm run chain runs only the staging chains, with the service's settings, and keeps their state", async () => {
  await start();
  const env = await settings();
  expect((await stat(join(folder, "chains.env"))).mode & 0o077).toBe(0);
  const urls = ["BASE_SEPOLIA", "POLYGON_AMOY", "OPTIMISM_SEPOLIA"].map(
    (chain) => env[`RPC_URL_${chain}`],
  );
  const ids = await Promise.all(urls.map((url) => clientOf(url).getChainId()));
  expect(ids).toEqual([84532, 80002, 11155420]);
  const block = await clientOf(urls[0]).getBlock({ blockNumber: 1n });
  expect(await stop()).toBe(0);
  await expect(clientOf(urls[0]).getChainId()).rejects.toThrow();

  // The chains also start if the environment has the settings of an earlier run, as in the same terminal.
  await start({ RPC_URL_BASE_SEPOLIA: "http://127.0.0.1:9" });
  const again = await clientOf((await settings()).RPC_URL_BASE_SEPOLIA).getBlock({
    blockNumber: 1n,
  });
  expect(again.hash).toBe(block.hash);
  expect(await stop()).toBe(0);
});

test.each(["abc", "-1", "65534"])("CHAIN_PORT=%s is refused and named", async (CHAIN_PORT) => {
  await expect(start({ CHAIN_PORT })).rejects.toThrow(/ended with 2:[\s\S]*CHAIN_PORT/);
});
