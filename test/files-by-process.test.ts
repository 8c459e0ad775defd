import { describe, expect, test } from "vitest";
import { filesByProcess } from "./files-by-process";

const database = { path: "test/database/index.ts", text: "" };
const divide = (...files: { path: string; text: string }[]) =>
  filesByProcess((path) => path.endsWith(".test.ts"), [database, ...files]);

test("a test of pure functions shares its process and its modules", () => {
  const pure = { path: "lib/kernel/money.test.ts", text: 'import { add } from "./money";' };
  expect(divide(pure, { path: "lib/kernel/money.ts", text: "" })).toEqual({
    own: [],
    modules: [],
    shared: [pure.path],
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
])("a test that imports the database %s has its own modules", (_, path, files) => {
  expect(divide(path, ...files)).toEqual({ own: [], modules: ["lib/a.test.ts"], shared: [] });
});

/** The test does this itself, or through a fixture. */
const inTestAndFixture = (text: string) => [
  divide({ path: "lib/a.test.ts", text }),
  divide(
    { path: "lib/a.test.ts", text: 'import { make } from "@/test/fixtures/make";' },
    { path: "test/fixtures/make.ts", text },
  ),
];

describe("a test that changes its settings, globals, clock or modules has its own modules", () => {
  test.each([
    'vi.mock("node:fs");',
    'vi.spyOn(pg.Client.prototype, "query");',
    'vi.stubEnv("PORT", "1");',
    'process.env.PORT = "1";',
    'vi.stubGlobal("window", globalThis);',
    'vi.spyOn(globalThis, "fetch");',
    "vi.useFakeTimers();",
    'perProcess("kept", make);',
  ])("%s", (text) => {
    for (const { modules } of inTestAndFixture(text)) expect(modules).toEqual(["lib/a.test.ts"]);
  });
});

describe("a test that changes its process has its own", () => {
  test.each([
    'process.on("SIGTERM", stop);',
    "globalThis.fetch = refuse;",
    "const kept = globalThis as { kept?: Map<string, string> };",
    "Object.assign(globalThis, { fetch: refuse });",
    "setDefaultCACertificates([AUTHORITY]);",
  ])("%s", (text) => {
    for (const { own } of inTestAndFixture(text)) expect(own).toEqual(["lib/a.test.ts"]);
  });
});

test("a test with modules of its own that uses the schema engine has its own process", () => {
  const engine = { path: "prisma/schema-engine/load-engine.ts", text: "" };
  const text = 'import { loadEngine } from "@/prisma/schema-engine/load-engine.ts";';
  const pure = { path: "lib/a.test.ts", text };
  const changing = { path: "lib/b.test.ts", text: `${text} vi.mock("node:fs");` };
  expect(divide(engine, pure, changing)).toEqual({
    own: ["lib/b.test.ts"],
    modules: [],
    shared: ["lib/a.test.ts"],
  });
});

test("changes of the service to its own process do not count as changes of the test", () => {
  const path = { path: "lib/a.test.ts", text: 'import { log } from "./log";' };
  const service = { path: "lib/log.ts", text: 'process.on("exit", write);' };
  expect(divide(path, service).shared).toEqual(["lib/a.test.ts"]);
});

test("what a process keeps for all of its test files is no change that the next file would notice", () => {
  const keeps = { path: "test/once-per-process.ts", text: "globalThis.kept = new Map();" };
  const text = 'import { oncePerProcess } from "@/test/once-per-process";';
  expect(divide({ path: "lib/a.test.ts", text }, keeps).shared).toEqual(["lib/a.test.ts"]);
  const other = { ...keeps, path: "test/kept.ts" };
  const importing = { path: "lib/a.test.ts", text: 'import "@/test/kept";' };
  expect(divide(importing, other).own).toEqual(["lib/a.test.ts"]);
});
