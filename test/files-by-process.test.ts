import { describe, expect, test } from "vitest";
import { filesByProcess } from "./files-by-process";

const database = { path: "test/database/index.ts", text: "" };
const divide = (...files: { path: string; text: string }[]) =>
  filesByProcess((path) => path.endsWith(".test.ts"), [database, ...files]);

test("a test of pure functions shares its process", () => {
  const pure = { path: "lib/kernel/money.test.ts", text: 'import { add } from "./money";' };
  expect(divide(pure, { path: "lib/kernel/money.ts", text: "" })).toEqual({
    shared: [pure.path],
    own: [],
  });
});

test.each([
  ["itself", { path: "lib/a.test.ts", text: 'import "@/test/database";' }, []],
  [
    "through a fixture in another folder",
    { path: "lib/a.test.ts", text: 'import { make } from "../test/fixtures/make";' },
    [{ path: "test/fixtures/make.ts", text: 'export { sql } from "../database";' }],
  ],
  [
    "when it runs",
    { path: "lib/a.test.ts", text: 'const { sql } = await import("@/test/database/index.ts");' },
    [],
  ],
])("a test that imports the database %s has its own process", (_, path, files) => {
  expect(divide(path, ...files)).toEqual({ shared: [], own: ["lib/a.test.ts"] });
});

describe("a test that changes its process has its own", () => {
  test.each([
    'vi.mock("node:fs");',
    "vi.useFakeTimers();",
    'vi.stubEnv("PORT", "1");',
    'process.env.PORT = "1";',
    'process.on("SIGTERM", stop);',
    "globalThis.fetch = refuse;",
  ])("%s", (text) => {
    expect(divide({ path: "lib/a.test.ts", text }).own).toEqual(["lib/a.test.ts"]);
  });
});
