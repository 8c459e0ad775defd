import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readEnv } from "@/lib/kernel/env";
import { testEnvironment } from "@/test/environment";

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
