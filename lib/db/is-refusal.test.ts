import { expect, test } from "vitest";
import { DatabaseError } from "./database-error";
import { isRefusal } from "./is-refusal";

const withCode = (code: string) => new DatabaseError("refused", code);

test.each([
  ["22P02", "a value that cannot be read"],
  ["23505", "a value that exists"],
  ["PW001", "a row that changed since it was read"],
  ["40001", "a conflict with another transaction"],
  ["40P01", "a deadlock"],
  ["55P03", "a lock that was not free in time"],
])("%s, %s, leaves the connection usable", (code) => {
  expect(isRefusal(withCode(code))).toBe(true);
});

test.each([
  ["08006", "a lost connection"],
  ["25006", "a primary that became a standby"],
  ["25P03", "a transaction that was idle for too long"],
  ["40003", "a statement of which nobody knows whether it was executed"],
  ["53100", "a full disk"],
  ["57014", "a cancelled statement"],
  ["57P01", "a database that stops"],
])("after %s, %s, the connection is closed", (code) => {
  expect(isRefusal(withCode(code))).toBe(false);
});

test("after an error without a code, such as a response that did not come in time, it is closed", () => {
  expect(isRefusal(new Error("Query read timeout"))).toBe(false);
  expect(isRefusal(undefined)).toBe(false);
});
