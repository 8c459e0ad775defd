import { expect, test } from "vitest";
import type { z } from "zod";
import { sensitivityOf } from "@/lib/contract/sensitive";
import { everyContract } from "../http/every-contract";

/** What no column of text stores, and what turns the text around it in the records that people read. */
const UNSTORABLE = ["a\u0000b", "\ud800", "\udc00\ud800"];
const REORDERING = ["a\u202eb", "a\u2066b"];

/** Compared with what is known, hashed or decrypted, and stored nowhere. */
const CONFIRMING = ["password", "currentPassword", "totp", "code", "enrolment"];
/** Echoed as they came: the spec calls them opaque. */
const OPAQUE = ["reference"];
/** Told apart from `wallet` by being an id. */
const IDS = ["to"];

const isId = (field: string) => /^id$|Id$/.test(field) || IDS.includes(field);
const isConfirming = (field: string, schema: z.ZodType) =>
  CONFIRMING.includes(field) || sensitivityOf(schema) === "secret";
/** Takes anything and drops it: nothing of it goes anywhere. */
const isIgnored = (schema: z.ZodType) => schema.safeParse({ any: ["thing"] }).success;

const fieldsOf = (schema: z.ZodObject | undefined): [string, z.ZodType][] =>
  Object.entries((schema?.shape ?? {}) as Record<string, z.ZodType>);
const takesAnyOf = (schema: z.ZodType, texts: readonly string[]): boolean =>
  texts.some((text) => schema.safeParse(text).success || schema.safeParse([text]).success);

const contracts = await everyContract();

test("a field of a body refuses text that cannot be stored or that reorders what is around it", () => {
  const found = contracts.flatMap(({ id, body }) =>
    fieldsOf(body)
      .filter(([field, schema]) => !isId(field) && !isConfirming(field, schema))
      .filter(([, schema]) => !isIgnored(schema))
      .filter(([field, schema]) =>
        takesAnyOf(schema, OPAQUE.includes(field) ? UNSTORABLE : [...UNSTORABLE, ...REORDERING]),
      )
      .map(([field]) => `${id}: body.${field}`),
  );
  expect(found).toEqual([]);
});

test("a field of a query refuses text that no column stores, unless it is an id", () => {
  const found = contracts.flatMap(({ id, query }) =>
    fieldsOf(query)
      .filter(([field, schema]) => !isId(field) && takesAnyOf(schema, UNSTORABLE))
      .map(([field]) => `${id}: query.${field}`),
  );
  expect(found).toEqual([]);
});

test("a parameter of a path is an id or a link's token: unknown ones are not found", () => {
  const names = contracts.flatMap(({ params }) => fieldsOf(params).map(([field]) => field));
  expect([...new Set(names)].filter((name) => !isId(name) && name !== "token")).toEqual([]);
});
