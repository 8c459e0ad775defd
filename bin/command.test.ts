import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { typeScriptArguments } from "./bootstrap/paths.mjs";

test.each([
  ["bin/migrate.ts", ["--dry-run"], "--dry-run: this command takes no arguments"],
  ["bin/rotate-key.ts", ["treasury", "move", "-", "now"], "now: this command takes at most 3"],
])("%s does nothing when it is given %j", (file, given, refusal) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...typeScriptArguments(file), ...given],
    { encoding: "utf8", env: { NODE_ENV: "test", PATH: process.env.PATH } },
  );
  expect({ status, stdout, stderr }).toEqual({
    ...{ status: 2, stdout: "" },
    stderr: `Unknown argument ${refusal}. Nothing was done.\n`,
  });
});
