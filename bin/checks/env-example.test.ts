import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryFolder } from "../bootstrap/paths.mjs";

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
