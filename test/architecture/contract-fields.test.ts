import { expect, test } from "vitest";
import type { z } from "zod";
import { sensitivityOf } from "@/lib/contract/sensitive";
import { everyContract } from "../http/every-contract";
import { lostMarks } from "./lost-marks";
import { isService, sourceFiles } from "./source-files";

/**
 * Text that PostgreSQL cannot store (NUL, lone surrogates), and characters that reverse the direction of other text.
 */
const UNSTORABLE = ["a\u0000b", "\ud800", "\udc00\ud800"];
const REORDERING = ["a\u202eb", "a\u2066b"];

/** Fields that are compared, hashed or decrypted, and never stored. */
const CONFIRMING = ["password", "currentPassword", "totp", "code", "enrolment"];
/** Fields that are returned unchanged, because the spec calls them opaque. */
const OPAQUE = ["reference"];
/** Fields that hold an id or the word `wallet`. */
const IDS = ["to"];

const isId = (field: string) => /^id$|Id$/.test(field) || IDS.includes(field);
const isConfirming = (field: string, schema: z.ZodType) =>
  CONFIRMING.includes(field) || sensitivityOf(schema) === "secret";
/** Whether a field accepts any value, because the service ignores it. */
const isIgnored = (schema: z.ZodType) => schema.safeParse({ any: ["thing"] }).success;

const fieldsOf = (schema: z.ZodObject | undefined): [string, z.ZodType][] =>
  Object.entries((schema?.shape ?? {}) as Record<string, z.ZodType>);
const takesAnyOf = (schema: z.ZodType, texts: readonly string[]): boolean =>
  texts.some((text) => schema.safeParse(text).success || schema.safeParse([text]).success);

const contracts = await everyContract();

test("a field of a body refuses text that cannot be stored or that reorders other text", () => {
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

test("a field of a query refuses text that cannot be stored, unless the field is an id", () => {
  const found = contracts.flatMap(({ id, query }) =>
    fieldsOf(query)
      .filter(([field, schema]) => !isId(field) && takesAnyOf(schema, UNSTORABLE))
      .map(([field]) => `${id}: query.${field}`),
  );
  expect(found).toEqual([]);
});

test("a path parameter is an id, the token of a link or a domain, so that an invalid value is unknown", () => {
  const names = contracts.flatMap(({ params }) => fieldsOf(params).map(([field]) => field));
  const others = ["token", "domain"];
  expect([...new Set(names)].filter((name) => !isId(name) && !others.includes(name))).toEqual([]);
});

test("a field that is marked as secret or personal keeps its mark, so that nothing records it", () => {
  expect(lostMarks(sourceFiles().filter(isService))).toEqual([]);
});

test("self-test: a method that copies the schema loses the mark, one that contains it does not", () => {
  const lost = (text: string) => lostMarks([{ path: "lib/a.ts", text }]);
  expect(lost('const a = personal(text(1, 5))\n  .meta({ description: "x" });')).toEqual([
    "lib/a.ts:2",
  ]);
  expect(lost('const a = secret(z.string()).optional().meta({ description: "x" });')).toEqual([]);
  expect(lost('const a = personal(text(1, 5).meta({ description: "x" }));')).toEqual([]);
});
