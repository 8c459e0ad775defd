import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { databaseAdvice, isAway, reasonOf } from "./errors.ts";

const failure = (code: string, text = "no") => Object.assign(new Error(text), { code });

test.each(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "57P03", "57P01", "53300", "08006", "08P01"])(
  "%s is a temporary failure",
  (code) => {
    expect(isAway(failure(code))).toBe(true);
    expect(isAway(new AggregateError([failure(code), failure(code)]))).toBe(true);
    expect(databaseAdvice(failure(code))).toMatch(/^The database does not answer: no/);
  },
);

test("a terminated connection and a timeout are temporary failures", () => {
  expect(isAway(new Error("Connection terminated unexpectedly"))).toBe(true);
  expect(isAway(new Error("timeout expired"))).toBe(true);
});

test.each(["28P01", "3D000", "42P01", "ERR_INVALID_URL", "CERT_HAS_EXPIRED"])(
  "%s is not a temporary failure",
  (code) => {
    expect(isAway(failure(code))).toBe(false);
    expect(isAway(new AggregateError([failure("ECONNREFUSED"), failure(code)]))).toBe(false);
  },
);

test("a file that cannot be opened is no failure of the database", async () => {
  const error = await readFile("/missing/file").catch((each: unknown) => each);
  expect([isAway(error), databaseAdvice(error)]).toEqual([false, undefined]);
});

test("known errors have advice, other errors have none", () => {
  const roleless = failure("22023", 'role "partner_wallet_app" does not exist');
  expect(databaseAdvice(roleless)).toMatch(/npm run migrate/);
  expect(databaseAdvice(failure("42P01"))).toMatch(/npm run migrate/);
  expect(databaseAdvice(failure("42501"))).toMatch(/npm run migrate/);
  expect(databaseAdvice(new TypeError("no"))).toBeUndefined();
  expect(reasonOf(new AggregateError([failure("A", "one"), failure("B", "two")]))).toBe("one; two");
});
