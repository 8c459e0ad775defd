import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryFolder } from "@/test/architecture/source-files";
import { MUTANTS } from "./mutants";

const read = (path: string) => readFileSync(join(repositoryFolder, path), "utf8");

test.each(MUTANTS)(
  "$name: the edited text and the noticing test each occur exactly once",
  (mutant) => {
    const { edits = [], sql, noticedBy } = mutant;
    for (const { file, text, becomes } of edits) {
      expect([file, text, read(file).split(text).length - 1]).toEqual([file, text, 1]);
      expect(becomes).not.toBe(text);
    }
    expect(edits.length > 0 || sql !== undefined).toBe(true);
    const names = ['"', "'", "`"].map((quote) => `${quote}${noticedBy.test}${quote}`);
    expect(names.filter((name) => read(noticedBy.file).includes(name))).toHaveLength(1);
    // A group is chosen by the title that it has in the report.
    expect(noticedBy.group ?? "").not.toContain("%");
  },
);

test("every mutant has a unique name", () => {
  const names = MUTANTS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
