import "@/test/database";
import { verify } from "@node-rs/argon2";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { POST as changePassword } from "@/app/api/account/password/route";
import { endTests, sql } from "@/test/fixtures/make";
import { makePerson, signedIn } from "@/test/fixtures/people";
import { expectRefusal } from "@/test/http/expect-answer";

vi.mock("@node-rs/argon2", { spy: true });

beforeEach(() => void vi.mocked(verify).mockClear());
afterAll(endTests);

test("a session whose passwords are locked hashes no password", async () => {
  const person = await makePerson();
  const browser = await signedIn(person);
  await sql(
    "UPDATE people SET passwords_locked_until = now() + interval '1 minute' WHERE id = $1",
    [person.personId],
  );
  vi.mocked(verify).mockClear();
  const body = { currentPassword: person.password, newPassword: "correct horse battery" };
  expectRefusal(
    await browser.call(changePassword, { method: "POST", body }),
    429,
    "PASSWORD_LOCKED",
  );
  expect(verify).not.toHaveBeenCalled();
});
