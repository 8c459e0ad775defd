import { describe, expect, test } from "vitest";
import { serverCodeInBrowser } from "./browser-safe";
import { importCycles } from "./cycles";
import { IMPORT_RULES } from "./import-rules";
import { describeImport, type Import, importsOf } from "./imports";
import { isService, isTest, type SourceFile, sourceFiles } from "./source-files";

const all = sourceFiles();
const imports = importsOf(all);
const ofService = imports.filter(({ from }) => isService(from));

/** Made-up files from a text per path. */
function files(texts: Record<string, string>): SourceFile[] {
  return Object.entries(texts).map(([path, text]) => ({ path, text }));
}

test("the files of the service are found, and their imports", () => {
  expect(all.filter(isService).length).toBeGreaterThan(100);
  expect(ofService.length).toBeGreaterThan(300);
});

test("every import of a file leads to one", () => {
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
      "the service imports nothing of its tests, scripts and benchmarks",
      "lib/a/b.ts",
      `import "@/test/fixtures/make";`,
    ],
    [
      "the server's own code is in no bundle of Next",
      "lib/a/b.ts",
      `import { refuse } from "@/server/refuse";`,
    ],
    [
      "the server imports of the service what Node runs without a bundler",
      "server/a.ts",
      `import { log } from "../lib/log";`,
    ],
    [
      "the database is talked to in store.ts and lib/ledger",
      "lib/cards/fund.ts",
      `import { query } from "@/lib/db";`,
    ],
    [
      "the database is talked to in store.ts and lib/ledger",
      "lib/cards/fund.ts",
      `const pg = await import("pg");`,
    ],
    [
      "the database is talked to in store.ts and lib/ledger",
      "app/page.tsx",
      `import { PrismaClient } from "@prisma/client";`,
    ],
    [
      "the database is talked to in store.ts and lib/ledger",
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
      "components/ui knows no domain",
      "components/ui/badge.tsx",
      `import { S } from "@/lib/cards/states";`,
    ],
    [
      "what a person changes is sent by useSubmission",
      "components/cards/fund-card.tsx",
      `import { useMutation, useQuery } from "@tanstack/react-query";`,
    ],
    [
      "what a person changes is sent by useSubmission",
      "components/cards/fund-card.tsx",
      `import { sendApi } from "@/lib/api/client/call-api";`,
    ],
    [
      "what a person changes is sent by useSubmission",
      "components/cards/fund-card.tsx",
      `import { useSender } from "@/lib/api/client/use-sender";`,
    ],
    [
      "concrete providers are picked in one place",
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

  test.each(offences)("self-test: %s (%s)", (name, path, text) => {
    const broken = importsOf([...others, { path, text }]).filter((found) =>
      IMPORT_RULES.some((rule) => rule.name === name && rule.isBroken(found)),
    );
    expect(broken.map(({ from }) => from.path)).toEqual([path]);
  });

  test("self-test: every rule has an offence", () => {
    const tested = new Set(offences.map(([rule]) => rule));
    expect(IMPORT_RULES.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
  });

  test("self-test: what is allowed is allowed", () => {
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
  test("contracts and components reach none", () => {
    const service = all.filter(isService);
    expect(service.filter(({ path }) => path.endsWith("/contract.ts")).length).toBeGreaterThan(5);
    expect(serverCodeInBrowser(service, ofService)).toEqual([]);
  });

  test.each([
    ["node", { "lib/a/contract.ts": `import "./b";`, "lib/a/b.ts": `import "node:crypto";` }],
    ["a package", { "lib/a/schema.ts": `import pg from "pg";` }],
    ["settings", { "lib/a/contract.ts": `import "@/lib/kernel/env";`, "lib/kernel/env.ts": "" }],
    [
      "a component's use case",
      { "components/a/b.tsx": `import "@/lib/c";`, "lib/c.ts": `import "pino";` },
    ],
    [
      "a client page's",
      { "app/p.tsx": `"use client"; import "@/lib/c";`, "lib/c.ts": `import "pg";` },
    ],
  ])("self-test: %s", (_, texts) => {
    const made = files(texts as unknown as Record<string, string>);
    expect(serverCodeInBrowser(made, importsOf(made))).toHaveLength(1);
  });

  test("self-test: types are not loaded", () => {
    const made = files({
      "lib/a/contract.ts": `import type pg from "pg"; import { z } from "zod";`,
    });
    expect(serverCodeInBrowser(made, importsOf(made))).toEqual([]);
  });
});

/** What Next.js, a script by its path, or nobody imports. */
const unused = (made: readonly SourceFile[], found: readonly Import[]) => {
  const used = new Set(found.filter(({ from }) => !isTest(from)).map(({ target }) => target));
  return made
    .filter((file) => /^(components|lib)\//.test(file.path) && !isTest(file))
    .map(({ path }) => path)
    .filter((path) => !used.has(path));
};

describe("every file of components and lib has a use", () => {
  test("in a file that is no test", () => {
    const scripts = all.filter(({ path }) => path.startsWith("bin/")).map(({ text }) => text);
    const named = (path: string) => scripts.some((text) => text.includes(`"${path}"`));
    expect(unused(all, imports).filter((path) => !named(path))).toEqual([]);
  });

  test("self-test: one that only its test imports has none", () => {
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
  test("neither the service's nor the scripts'", () => {
    expect(importCycles(imports.filter(({ from }) => !isTest(from)))).toEqual([]);
  });

  test("self-test: a circle of three, through an index and a type", () => {
    const made = files({
      "lib/a.ts": `import "./b"; import "./d";`,
      "lib/b.ts": `export * from "./c";`,
      "lib/c/index.ts": `import type { A } from "../a";`,
      "lib/d.ts": `import "zod";`,
    });
    expect(importCycles(importsOf(made))).toEqual([["lib/a.ts", "lib/b.ts", "lib/c/index.ts"]]);
  });
});
