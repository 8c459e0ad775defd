import "@/test/database";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { shiftClock } from "@/lib/clock";
import { attack } from "@/test/attack";
import { expectRefusal } from "@/test/expect-answer";
import { holdDeposit, releaseIn } from "@/test/held-deposits";
import { endTests, makePartner, sql } from "@/test/make";
import { codeOf, makeBrowser, makePerson, signedIn, type TestPerson } from "@/test/people";
import { decisionsIn, withdrawalsOf } from "@/test/withdrawals";

const STEP_MS = 30_000;

let wallet: ReturnType<typeof withdrawalsOf>;
let admin: TestPerson;
let decisions: ReturnType<typeof decisionsIn>;
beforeAll(async () => {
  wallet = withdrawalsOf(await makePartner());
});
beforeEach(async () => {
  admin = await makePerson();
  decisions = decisionsIn(await signedIn(admin));
});
afterAll(endTests);

const statusOf = async (id: string) => (await wallet.get(id)).json.data.status;

test.each([
  ["approve", "approve"],
  ["approve", "reject"],
  ["reject", "approve"],
] as const)("a code that served to %s does not serve to %s another one", async (one, other) => {
  const totp = codeOf(admin);
  const [first, second] = [await wallet.make(5), await wallet.make(6)];
  expect((await decisions[one](first, { totp })).status).toBe(200);
  expectRefusal(await decisions[other](second, { totp }), 409, "SECOND_FACTOR_USED");
  expect(await statusOf(second)).toBe("pending");
  const audited = await sql("SELECT action, person_id FROM audit_entries WHERE target_id = $1", [
    second,
  ]);
  expect(audited).toEqual([{ action: "second_factor.refused", person_id: admin.personId }]);
  shiftClock(STEP_MS);
  expect((await decisions[other](second, { totp: codeOf(admin) })).status).toBe(200);
});

test("of ten decisions at once by one code one is made", async () => {
  const totp = codeOf(admin);
  const ids = await Promise.all(Array.from({ length: 10 }, () => wallet.make(5)));
  const answers = await Promise.all(ids.map((id) => decisions.approve(id, { totp })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expectRefusal(answer, 409, "SECOND_FACTOR_USED");
  const statuses = await Promise.all(ids.map(statusOf));
  expect(statuses.filter((status) => status === "approved")).toHaveLength(1);
});

test("a code that credited a held deposit approves nothing", async () => {
  const partner = await makePartner();
  const held = await holdDeposit(partner);
  const totp = codeOf(admin);
  const browser = await signedIn(admin);
  expect((await releaseIn(browser, held.id, { reason: "agreed", totp })).status).toBe(200);
  const answer = await decisions.approve(await wallet.make(5), { totp });
  expectRefusal(answer, 409, "SECOND_FACTOR_USED");
});

test("what is refused uses no code", async () => {
  const totp = codeOf(admin);
  const [cancelled, pending] = [await wallet.make(5), await wallet.make(6)];
  await wallet.cancel(cancelled);
  expectRefusal(await decisions.approve(cancelled, { totp }), 409, "WITHDRAWAL_NOT_PENDING");
  expect((await decisions.approve(pending, { totp })).status).toBe(200);
});

test("a code that signed in decides, and one that decided signs in", async () => {
  const { email, password } = admin;
  expect((await decisions.approve(await wallet.make(5), { totp: codeOf(admin) })).status).toBe(200);
  const response = await makeBrowser().signIn({ email, password, totp: codeOf(admin) });
  expect(response.status).toBe(200);
});

test("it is not counted among the wrong ones: nobody is locked for being quick", async () => {
  const totp = codeOf(admin);
  const id = await wallet.make(5);
  await decisions.reject(await wallet.make(5), { totp });
  for (let i = 0; i < 6; i++)
    expectRefusal(await decisions.approve(id, { totp }), 409, "SECOND_FACTOR_USED");
  shiftClock(STEP_MS);
  expect((await decisions.approve(id, { totp: codeOf(admin) })).status).toBe(200);
});

test("the codes of another person are their own", async () => {
  const other = await makePerson();
  const theirs = decisionsIn(await signedIn(other));
  await decisions.approve(await wallet.make(5), { totp: codeOf(admin) });
  expect((await theirs.approve(await wallet.make(5), { totp: codeOf(other) })).status).toBe(200);
});

test("the database takes a code once, and gives none back", async () => {
  await decisions.approve(await wallet.make(5), { totp: codeOf(admin) });
  const again = "INSERT INTO used_codes SELECT person_id, step, now() FROM used_codes";
  expect(await attack({ role: "app", statements: [again] })).toBe("23505");
  for (const statement of ["DELETE FROM used_codes", "UPDATE used_codes SET step = 0"]) {
    expect(await attack({ role: "app", statements: [statement] })).toBe("42501");
    expect(await attack({ role: "owner", statements: [statement] })).toBe("PW003");
  }
});
