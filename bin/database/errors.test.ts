import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect, type NetConnectOpts } from "node:net";
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

test("a statement that took too long was answered", () => {
  const error = failure("57014", "canceling statement due to statement timeout");
  expect(isAway(error)).toBe(false);
  expect(databaseAdvice(error)).toMatch(/^The database refuses: canceling/);
});

test.each([
  new DOMException("The operation was aborted due to timeout", "TimeoutError"),
  new Error("The cell a: The database refuses: canceling statement due to statement timeout"),
])("%s is not about a connection of the database", (error) => {
  expect([isAway(error), databaseAdvice(error)]).toEqual([false, undefined]);
});

test.each([
  { what: "a missing file", act: () => readFile("/missing/file") },
  { what: "a folder in place of a file", act: () => readFile("/tmp") },
  { what: "a folder that cannot be made", act: () => mkdir("/dev/null/archives") },
  { what: "a full disk", act: () => writeFile("/dev/full", "x") },
])("$what is no failure of the database", async ({ act }) => {
  const error = await act().catch((each: unknown) => each);
  expect(error).toBeInstanceOf(Error);
  expect([isAway(error), databaseAdvice(error)]).toEqual([false, undefined]);
});

test.each([{ port: 1, host: "127.0.0.1" }, { path: "/missing/.s.PGSQL.5432" }])(
  "nobody at %j is a temporary failure",
  async (address) => {
    const socket = connect(address as NetConnectOpts);
    const [error] = await once(socket, "error");
    expect(isAway(error)).toBe(true);
  },
);

test("known errors have advice, other errors have none", () => {
  const roleless = failure("22023", 'role "partner_wallet_app" does not exist');
  expect(databaseAdvice(roleless)).toMatch(/npm run migrate/);
  expect(databaseAdvice(failure("42P01"))).toMatch(/npm run migrate/);
  expect(databaseAdvice(failure("42501"))).toMatch(/npm run migrate/);
  expect(databaseAdvice(new TypeError("no"))).toBeUndefined();
  expect(reasonOf(new AggregateError([failure("A", "one"), failure("B", "two")]))).toBe("one; two");
});
