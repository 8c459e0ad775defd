import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readEnv } from "@/lib/kernel/env";
import { repositoryFolder } from "../bootstrap/paths.mjs";

const CHAIN = /_(BASE|POLYGON|OPTIMISM)(_SEPOLIA|_AMOY)?$/;
/** `npm start` sets it for its own chains. */
const INTERNAL = ["LOCAL_CHAINS"];

test(".env.example shows the default of every setting that has one", () => {
  const example = readFileSync(join(repositoryFolder, ".env.example"), "utf8");
  const lines = [...example.matchAll(/^(?:# )?([A-Z][A-Z0-9_]*)=(.*)$/gm)];
  const shown = new Map(lines.map(([, name = "", value = ""]) => [name, value]));
  // Without these the settings are refused, so the test gives them values of its own.
  const required = [...example.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = ""]) => name);
  const given = Object.fromEntries(required.map((name) => [name, process.env[name]]));
  const defaults = Object.entries(readEnv(given)).filter(
    ([name, value]) =>
      value !== undefined && ![...required, ...INTERNAL].includes(name) && !CHAIN.test(name),
  );
  expect(defaults.length).toBeGreaterThan(40);
  const wrong = defaults.filter(([name, value]) => shown.get(name) !== String(value));
  expect(wrong).toEqual([]);
});

test("every setting of .env.example can be taken over by a shell as it stands there", () => {
  const example = readFileSync(join(repositoryFolder, ".env.example"), "utf8");
  const text = example.replaceAll(/^# ([A-Z][A-Z0-9_]*=)/gm, "$1");
  const names = [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = ""]) => name);
  const folder = mkdtempSync(join(tmpdir(), "env-example-"));
  try {
    const file = join(folder, "env");
    writeFileSync(file, text);
    const takeOver = ["sh", "-ec", 'set -a; . "$1"; env', "sh", file];
    const shown = execFileSync("env", ["-i", `PATH=${process.env.PATH}`, ...takeOver], {
      encoding: "utf8",
    });
    expect(names.filter((name) => !`\n${shown}`.includes(`\n${name}=`))).toEqual([]);
    expect(shown).toContain("MAIL_FROM=Cards and wallet <no-reply@example.com>\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
