import { describe, expect, test } from "vitest";
import { serverCodeInBrowser } from "./browser-safe";
import { importCycles } from "./cycles";
import { IMPORT_RULES } from "./import-rules";
import { describeImport, type Import, importsOf } from "./imports";
import { isService, isTest, type SourceFile, sourceFiles } from "./source-files";

const all = sourceFiles();
const imports = importsOf(all);
const ofService = imports.filter(({ from }) => isService(from));

/** Creates fictitious files from a text per path. */
function files(texts: Record<string, string>): SourceFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}

test("finds the files of the service and their imports", () => {
  expect(all.filter(isService).length).toBeGreaterThan(100);
  expect(ofService.length).toBeGreaterThan(300);
});

test("every import of a file resolves to a file", () => {
  const paths = new Set(all.map(({ path }) => path));
  const missing = imports.filter(
    ({ target, isPackage }) =>
      !isPackage &&
      !paths.has(target) &&
      !/^(prisma|server)\/generated\/|\.(css|json|d\.ts)$/.test(target),
  );
  expect(missing.map(describeImport)).toEqual([]);
});

describe("imports go one way", () => {
  test.each(IMPORT_RULES.map((rule) => [rule.name, rule] as const))("%s", (_, rule) => {
    expect(ofService.filter(rule.isBroken).map(describeImport)).toEqual([]);
  });

  const offences: [rule: string, path: string, text: string][] = [
    [
      "lib imports neither app nor components",
      "lib/a/b.ts",
      `import type { P } from "@/app/page";`,
    ],
    [
      "the service imports no tests, scripts and benchmarks",
      "lib/a/b.ts",
      `import "@/test/fixtures/make";`,
    ],
    [
      "app, components and lib do not import the server",
      "lib/a/b.ts",
      `import { refuse } from "@/server/refuse";`,
    ],
    [
      "the server imports from lib only files that Node runs without a bundler",
      "server/a.ts",
      `import { log } from "../lib/log";`,
    ],
    [
      "only stores, lib/ledger and lib/db access the database",
      "lib/cards/fund.ts",
      `import { query } from "@/lib/db";`,
    ],
    [
      "only stores, lib/ledger and lib/db access the database",
      "lib/cards/fund.ts",
      `const pg = await import("pg");`,
    ],
    [
      "only stores, lib/ledger and lib/db access the database",
      "app/page.tsx",
      `import { PrismaClient } from "@prisma/client";`,
    ],
    [
      "only stores, lib/ledger and lib/db access the database",
      "lib/cards/fund.ts",
      `import { writeAudited } from "@/lib/db/write-audited";`,
    ],
    [
      "app imports no store and no ledger",
      "app/api/x/route.ts",
      `import { findCard } from "@/lib/cards/sql-store";`,
    ],
    [
      "app imports no store and no ledger",
      "app/api/x/route.ts",
      `import { commit } from "@/lib/ledger/commit";`,
    ],
    [
      "features of components do not import each other",
      "components/cards/list.tsx",
      `import { W } from "../wallet/sum";`,
    ],
    [
      "features of components do not import each other",
      "components/admin/queue/queue-screen.tsx",
      `import { B } from "@/components/admin/books/books-screen";`,
    ],
    [
      "components/ui imports no domain",
      "components/ui/badge.tsx",
      `import { S } from "@/lib/cards/states";`,
    ],
    [
      "components send changes with useSubmission",
      "components/cards/fund-card.tsx",
      `import { useMutation, useQuery } from "@tanstack/react-query";`,
    ],
    [
      "components send changes with useSubmission",
      "components/cards/fund-card.tsx",
      `import { sendApi } from "@/lib/api/client/call-api";`,
    ],
    [
      "components send changes with useSubmission",
      "components/cards/fund-card.tsx",
      `import { useSender } from "@/lib/api/client/use-sender";`,
    ],
    [
      "each concrete provider is chosen in one file",
      "lib/users/kyc/open.ts",
      `import { sandboxProvider } from "./sandbox";`,
    ],
  ];
  const others = files({
    "app/page.ts": "",
    "components/wallet/sum.ts": "",
    "lib/cards/states.ts": "",
    "lib/cards/sql-store.ts": "",
    "lib/cards/store.ts": "",
    "lib/db/index.ts": "",
    "lib/db/write-audited.ts": "",
    "lib/api/client/call-api.ts": "",
    "lib/api/client/use-sender.ts": "",
    "lib/http/partner-route.ts": "",
    "lib/users/kyc/sandbox.ts": "",
    "lib/ledger/commit.ts": "",
    "test/fixtures/make.ts": "",
  });

  test.each(offences)("self-test: finds a violation of: %s (%s)", (name, path, text) => {
    const broken = importsOf([...others, { path, text }]).filter((found) =>
      IMPORT_RULES.some((rule) => rule.name === name && rule.isBroken(found)),
    );
    expect(broken.map(({ from }) => from.path)).toEqual([path]);
  });

  test("self-test: every rule has an example of a violation", () => {
    const tested = new Set(offences.map(([rule]) => rule));
    expect(IMPORT_RULES.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
  });

  test("self-test: accepts allowed imports", () => {
    const allowed = importsOf([
      ...others,
      ...files({
        "lib/cards/fund.ts": `import type { UseCase } from "@/lib/contract/use-cases"; import "./store";`,
        "lib/wallet/store.ts": `import { query } from "@/lib/db"; import type pg from "pg";`,
        "components/wallet/card.tsx": `import { S } from "./sum"; import "@/lib/cards/states";`,
      }),
    ]);
    expect(allowed.filter((found) => IMPORT_RULES.some((rule) => rule.isBroken(found)))).toEqual(
      [],
    );
  });
});

describe("browsers load no server code", () => {
  test("contracts and components import none, directly or indirectly", () => {
    const service = all.filter(isService);
    expect(service.filter(({ path }) => path.endsWith("/contract.ts")).length).toBeGreaterThan(5);
    expect(serverCodeInBrowser(service, ofService)).toEqual([]);
  });

  test.each([
    [
      "a module of Node",
      { "lib/a/contract.ts": `import "./b";`, "lib/a/b.ts": `import "node:crypto";` },
    ],
    ["a package", { "lib/a/schema.ts": `import pg from "pg";` }],
    ["settings", { "lib/a/contract.ts": `import "@/lib/kernel/env";`, "lib/kernel/env.ts": "" }],
    [
      "a package, through a file that a component imports",
      { "components/a/b.tsx": `import "@/lib/c";`, "lib/c.ts": `import "pino";` },
    ],
    [
      "a package, through a file that a client page imports",
      { "app/p.tsx": `"use client"; import "@/lib/c";`, "lib/c.ts": `import "pg";` },
    ],
  ])("self-test: finds server code: %s", (_, texts) => {
    const made = files(texts as unknown as Record<string, string>);
    expect(serverCodeInBrowser(made, importsOf(made))).toHaveLength(1);
  });

  test("self-test: ignores imports of types, which are not loaded", () => {
    const made = files({
      "lib/a/contract.ts": `import type pg from "pg"; import { z } from "zod";`,
    });
    expect(serverCodeInBrowser(made, importsOf(made))).toEqual([]);
  });
});

/** Returns the files of components and lib that no other file imports, except tests. */
const unused = (made: readonly SourceFile[], found: readonly Import[]) => {
  const used = new Set(found.filter(({ from }) => !isTest(from)).map(({ target }) => target));
  return made
    .filter((file) => /^(components|lib)\//.test(file.path) && !isTest(file))
    .map(({ path }) => path)
    .filter((path) => !used.has(path));
};

describe("every file of components and lib is used", () => {
  test("by a file that is not a test", () => {
    const scripts = all.filter(({ path }) => path.startsWith("bin/")).map(({ text }) => text);
    const named = (path: string) => scripts.some((text) => text.includes(`"${path}"`));
    expect(unused(all, imports).filter((path) => !named(path))).toEqual([]);
  });

  test("self-test: finds a file that only its test imports", () => {
    const made = files({
      "app/page.tsx": `import "@/lib/a";`,
      "lib/a.ts": "",
      "lib/b.ts": "",
      "lib/b.test.ts": `import "./b";`,
    });
    expect(unused(made, importsOf(made))).toEqual(["lib/b.ts"]);
  });
});

describe("no file is in an import cycle", () => {
  test("of the service and of the scripts", () => {
    expect(importCycles(imports.filter(({ from }) => !isTest(from)))).toEqual([]);
  });

  test("self-test: finds a cycle of three files, through an index file and an import of a type", () => {
    const made = files({
      "lib/a.ts": `import "./b"; import "./d";`,
      "lib/b.ts": `export * from "./c";`,
      "lib/c/index.ts": `import type { A } from "../a";`,
      "lib/d.ts": `import "zod";`,
    });
    expect(importCycles(importsOf(made))).toEqual([["lib/a.ts", "lib/b.ts", "lib/c/index.ts"]]);
  });
});
