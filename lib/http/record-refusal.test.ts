import "@/test/database";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endTests, sql } from "@/test/fixtures/make";
import {
  type Browser,
  makePerson,
  signedIn,
  type TestPerson,
  wrongCodeOf,
} from "@/test/fixtures/people";
import { decisionsIn } from "@/test/fixtures/withdrawals";
import { expectRefusal } from "@/test/http/expect-answer";

let admin: TestPerson;
let browser: Browser;
beforeAll(async () => {
  admin = await makePerson();
  browser = await signedIn(admin);
});
afterAll(endTests);

/** Texts that the database cannot store, or not in an index. */
test.each([
  ["a NUL character", "wd_\u0000"],
  ["thousands of characters", randomBytes(6_000).toString("base64url")],
])("a wrong code is audited for an id of %s", async (_, id) => {
  const { personId } = admin;
  const refused = await decisionsIn(browser).approve(id, { totp: wrongCodeOf(admin) });
  expectRefusal(refused, 401, "SECOND_FACTOR_INVALID");
  const requestId = refused.headers.get("x-request-id");
  expect(
    await sql("SELECT target_id FROM audit_entries WHERE request_id = $1 AND action = $2", [
      requestId,
      "second_factor.refused",
    ]),
  ).toEqual([{ target_id: personId }]);
});
