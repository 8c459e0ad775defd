import "@/test/database";
import { verify } from "@node-rs/argon2";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { POST as changePassword } from "@/app/api/account/password/route";
import { expectRefusal } from "@/test/expect-answer";
import { endTests, sql } from "@/test/make";
import { codeOf, makeBrowser, makePerson, signedIn } from "@/test/people";

vi.mock("@node-rs/argon2", { spy: true });

beforeEach(() => void vi.mocked(verify).mockClear());
afterAll(endTests);

const lock = (personId: string, column: string) =>
  sql(`UPDATE people SET ${column} = now() + interval '1 minute' WHERE id = $1`, [personId]);

test("no password is hashed for a sign-in of who is locked, and one is for an e-mail that nobody has", async () => {
  const person = await makePerson();
  const { email, password } = person;
  const signIn = async (fields: Record<string, string>) => {
    const answer = await makeBrowser().signIn({ email, password, totp: codeOf(person), ...fields });
    return [answer.status, await answer.text()];
  };
  const unknown = await signIn({ email: "nobody@example.com" });
  expect(verify).toHaveBeenCalledTimes(1);
  await lock(person.personId, "locked_until");
  expect(await signIn({})).toEqual(unknown);
  expect(verify).toHaveBeenCalledTimes(1);
});

test("no password is hashed in a session whose passwords are locked", async () => {
  const person = await makePerson();
  const browser = await signedIn(person);
  await lock(person.personId, "passwords_locked_until");
  vi.mocked(verify).mockClear();
  const body = { currentPassword: person.password, newPassword: "correct horse battery" };
  expectRefusal(
    await browser.call(changePassword, { method: "POST", body }),
    429,
    "PASSWORD_LOCKED",
  );
  expect(verify).not.toHaveBeenCalled();
});
