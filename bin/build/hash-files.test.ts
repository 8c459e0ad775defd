import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { hashFiles } from "./hash-files.ts";

let folder: string;
const hash = () =>
  hashFiles(folder, ["app", "missing", "one.json"], (path) => !/\.test\./.test(path));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hash-"));
  mkdirSync(join(folder, "app/deep"), { recursive: true });
  writeFileSync(join(folder, "app/deep/page.ts"), "page");
  writeFileSync(join(folder, "one.json"), "{}");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the hash stays the same while names and contents do", async () => {
  const before = await hash();
  utimesSync(join(folder, "one.json"), 1, 1);
  writeFileSync(join(folder, "app/page.test.ts"), "left out");
  expect(await hash()).toBe(before);
});

test("the hash changes with a content, a name, and a new file", async () => {
  const seen = new Set([await hash()]);
  writeFileSync(join(folder, "one.json"), "[]");
  seen.add(await hash());
  renameSync(join(folder, "app/deep/page.ts"), join(folder, "app/deep/other.ts"));
  seen.add(await hash());
  writeFileSync(join(folder, "app/new.ts"), "");
  seen.add(await hash());
  expect(seen.size).toBe(4);
});
