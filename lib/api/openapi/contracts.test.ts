import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AnyContract } from "@/lib/contract/contract";
import { rolesOf } from "@/lib/contract/roles-of";
import { OWNER_SCOPES } from "@/lib/contract/scopes";
import { sensitivityOf } from "@/lib/contract/sensitive";
import { CONTRACTS, isContract } from "./contracts";
import { TAGS } from "./tags";

const libFolder = join(import.meta.dirname, "../..");

async function contractsInFiles(): Promise<AnyContract[]> {
  const paths = readdirSync(libFolder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("/contract.ts") && path !== "contract/contract.ts")
    .sort();
  const modules = await Promise.all(paths.map((path) => import(join(libFolder, path))));
  return modules.flatMap((module) => Object.values<unknown>(module).filter(isContract));
}

test("has every contract of a contract.ts except those for sessions and links only", async () => {
  const found = await contractsInFiles();
  const others: (string | undefined)[] = ["admin", "dashboard", "account", "visitor"];
  const ids = found.filter(({ audience }) => !others.includes(audience)).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(20);
  expect(CONTRACTS.map(({ id }) => id).sort()).toEqual(ids.sort());
});

test("ids are unique, and so are method and path", async () => {
  const found = await contractsInFiles();
  for (const nameOf of [
    ({ id }: AnyContract) => id,
    ({ method, path }: AnyContract) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`,
  ]) {
    const names = found.map(nameOf).sort();
    expect(names).toEqual([...new Set(names)]);
  }
});

/** Only owners call these in a session, and keys of developers may: they take no power and move no money out. */
const OF_DEVELOPERS_KEYS = ["cancelWithdrawal"];

test("an operation that developers cannot call in a session needs a scope beyond a developer's key", () => {
  const owners = CONTRACTS.filter((contract) => !rolesOf(contract).includes("developer"));
  expect(owners.map(({ id }) => id)).toContain("createWithdrawal");
  for (const { id, scope } of owners)
    if (!OF_DEVELOPERS_KEYS.includes(id))
      expect([id, OWNER_SCOPES]).toEqual([id, expect.arrayContaining([scope])]);
});

test("every tag is in the reference", () => {
  for (const { tag } of CONTRACTS) expect(Object.keys(TAGS)).toContain(tag);
});

describe("examples", async () => {
  test.each((await contractsInFiles()).map((each) => [each.id, each] as const))(
    "%s: parse by its own schemas, whole",
    (_, { path, params, query, body, data, examples, bodyOptional }) => {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(params?.shape ?? {})).toEqual(named);
      if (params) expect(params.parse(examples.params)).toEqual(examples.params);
      expect(query === undefined && examples.query !== undefined).toBe(false);
      query?.parse(examples.query ?? {});
      // Bodies are transformed as they are parsed, so their fields are compared and not their values.
      if (body && !(bodyOptional && examples.body === undefined))
        expect(Object.keys(body.parse(examples.body))).toEqual(
          expect.arrayContaining(Object.keys(examples.body ?? {})),
        );
      expect(body === undefined && examples.body !== undefined).toBe(false);
      expect(data.parse(examples.data)).toEqual(examples.data);
    },
  );
});

/** Personal fields whose values in the audit log are erased with the user: erase_user_batch.sql. */
const ERASED = ["reference", "reason"];

test("audited fields are fields of the request that are not secret, and personal only if they are erased", async () => {
  const found = await contractsInFiles();
  const marked = found.filter(({ audited }) => audited !== undefined);
  expect(marked.length).toBeGreaterThan(15);
  for (const { id, method, audience, query, body, audited } of marked) {
    // Requests that read get no entry; those of the operator's people describe theirs in the use case.
    expect([id, method === "GET", audience === "admin"]).toEqual([id, false, false]);
    const shape = { ...query?.shape, ...body?.shape };
    for (const name of audited ?? []) {
      expect([id, name, name in shape]).toEqual([id, name, true]);
      const sensitivity = sensitivityOf(shape[name]);
      const isErased = sensitivity === "personal" && ERASED.includes(name);
      expect([id, name, isErased ? undefined : sensitivity]).toEqual([id, name, undefined]);
    }
  }
});
