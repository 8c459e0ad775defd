import { describe, expect, test } from "vitest";
import { isService, type SourceFile, sourceFiles } from "./source-files";
import { hasSql, reasonOf } from "./sql";
import { SQL_FILES } from "./sql-files";

const service = sourceFiles().filter(isService);
const pathsOf = (files: readonly SourceFile[]) => files.map(({ path }) => path);
const file = (text: string): SourceFile => ({ path: "lib/a/store.ts", text });

describe("Prisma Client is the way to the database", () => {
  test("exactly the listed files contain SQL", () => {
    const found = pathsOf(service.filter(hasSql));
    expect(found).toEqual([...SQL_FILES].sort());
  });

  test("every file with SQL states a reason", () => {
    const kept = service.filter(({ path }) => SQL_FILES.includes(path));
    expect(pathsOf(kept.filter((each) => reasonOf(each) === undefined))).toEqual([]);
  });

  test("no other file states a reason for SQL", () => {
    const others = service.filter(({ path }) => !SQL_FILES.includes(path));
    expect(pathsOf(others.filter((each) => reasonOf(each) !== undefined))).toEqual([]);
  });
});

describe("self-test", () => {
  test.each([
    'query("a", "SELECT 1", []);',
    "query(`DELETE FROM a`);",
    'const COLUMNS = `a.b_c AS "bC"`;',
    'const OPEN = "revoked_at IS NULL";',
    "db.$executeRaw`UPDATE a SET b = 1`;",
    "query(`UPDATE $" + "{table} SET b = 1`);",
  ])("finds the SQL in %s", (text) => {
    expect(hasSql(file(text))).toBe(true);
  });

  test.each([
    "// SELECT 1\nconst a = 1;",
    'const text = "Select a card";',
    "db.card.findMany({ where: { id } });",
  ])("finds no SQL in %s", (text) => {
    expect(hasSql(file(text))).toBe(false);
  });

  test("a reason is a separate line with text", () => {
    expect(reasonOf(file("// SQL: a lock over two tables\n"))).toBe("a lock over two tables");
    expect(reasonOf(file("// SQL:\nconst a = 1;"))).toBeUndefined();
  });
});
