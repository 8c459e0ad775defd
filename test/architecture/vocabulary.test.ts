import { describe, expect, test } from "vitest";
import { sourceFiles } from "./source-files";
import { privateWords, sqlFiles } from "./vocabulary";

const wordsIn = (path: string, text: string) => privateWords([{ path, text }]).length;

describe("vocabulary (docs/glossary.md)", () => {
  test("the product and its tests have no words of the former private language", () => {
    expect(privateWords([...sourceFiles(), ...sqlFiles()])).toEqual([]);
  });

  test.each([
    ["const told = 1;", 1],
    ["const isTold = toldOnce();", 2],
    ["const DEEDS = [];", 1],
    ["// The deed is held against the books by whoever asked.", 3],
    ["this.#hearers.add(hearer)", 2],
    ["SELECT commit_work($1)", 1],
    ["const indeed = untold(household);", 0],
    ["// Filtered by status, checked against the books.", 0],
  ])("self-test: %s has %i", (text, count) => {
    expect(wordsIn("lib/a.ts", text)).toBe(count);
  });

  test("self-test: tests are checked, and the functions for the earlier version are not", () => {
    expect(wordsIn("lib/a.test.ts", "told")).toBe(1);
    expect(wordsIn("prisma/sql/public.commit_work.sql", "commit_work")).toBe(0);
    expect(wordsIn("prisma/sql/public.line_of.sql", "commit_work")).toBe(1);
  });
});
