import { execFile, spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { promisify } from "node:util";
import { mnemonicToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { readEnv } from "@/lib/kernel/env";
import { testEnvironment } from "@/test/environment";
import { typeScriptArguments } from "./bootstrap/paths.mjs";

const run = promisify(execFile);

/** Returns the settings that a shell reads from the output. */
async function settings(): Promise<Record<string, string>> {
  const { stdout } = await run("node_modules/.bin/node", ["bin/make-secrets.ts"]);
  const lines = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^([A-Z_]+)="?([^"]*)"?$/.exec(line) ?? [];
      return [name, value];
    }),
  );
}

test("prints all secrets that the service requires, different ones each time", async () => {
  const plain = testEnvironment("postgresql://127.0.0.1/none");
  const [one, other] = [await settings(), await settings()];
  expect(Object.keys(one)).toHaveLength(10);
  expect(readEnv({ ...plain, ...one }).DEPOSIT_XPUB).toBe(one.DEPOSIT_XPUB);
  expect(() => readEnv({ ...plain, ...one, SERVICE_ROLE: "web" })).toThrow("CHAIN_TREASURY_KEY");
  for (const [name, value] of Object.entries(one)) expect(other[name]).not.toBe(value);
  // A key cannot sign for the addresses of another one.
  const mixed = { ...plain, ...one, CHAIN_DEPOSIT_XPRV: other.CHAIN_DEPOSIT_XPRV };
  expect(() => readEnv(mixed)).toThrow("CHAIN_DEPOSIT_XPRV");
});

const PHRASE = `${"abandon ".repeat(11)}about`;

test.skipIf(process.platform !== "linux").each([
  { command: "make-secrets.ts", settings: {} },
  {
    command: "split-signer-keys.ts",
    settings: {
      CHAIN_SIGNER_MNEMONIC: PHRASE,
      DEPOSIT_XPUB: mnemonicToAccount(PHRASE, { path: "m/44'/60'/0'/0" }).getHdKey()
        .publicExtendedKey,
    },
  },
])("$command fails, and says so, when the disk of its output is full", ({ command, settings }) => {
  const args = typeScriptArguments(`bin/${command}`);
  const runWith = (stdout: number | "ignore") =>
    spawnSync(process.execPath, args, {
      env: { ...process.env, ...settings },
      stdio: ["ignore", stdout, "pipe"],
      encoding: "utf8",
    });
  const full = openSync("/dev/full", "w");
  const failed = runWith(full);
  closeSync(full);
  expect([failed.status, failed.stderr]).toEqual([
    2,
    expect.stringMatching(/^The output is not complete.*ENOSPC.*run this again\.\n$/),
  ]);
  const { status, stderr } = runWith("ignore");
  expect([status, stderr]).toEqual([0, ""]);
});
