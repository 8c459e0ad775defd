import "@/test/database";
import { setTimeout as sleep } from "node:timers/promises";
import { verify } from "@node-rs/argon2";
import { afterAll, expect, test, vi } from "vitest";
import type { SignedInPerson } from "@/lib/contract/person";
import { now } from "@/lib/kernel/clock";
import { isServiceError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { inRequest } from "@/lib/kernel/request-context";
import { endTests, makePartner } from "@/test/fixtures/make";
import { makePerson } from "@/test/fixtures/people";
import { confirmPassword } from "./confirm-password";

vi.mock("@node-rs/argon2", { spy: true });

afterAll(endTests);

/** Holds back every comparison of a password until `release` is called. */
function holdPasswords() {
  const held = Promise.withResolvers<void>();
  vi.mocked(verify).mockImplementation(() => held.promise.then(() => true));
  return () => held.resolve();
}

/** Returns a function with which a person of a partner confirms in a request of its own. */
async function makeMember(partnerId: string) {
  const { personId: id, email, password } = await makePerson({ partnerId, role: "viewer" });
  const person = { id, partnerId, email } as SignedInPerson;
  return () => inRequest(newId("req"), () => confirmPassword(person, password, now()));
}

const codeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === "rejected" && isServiceError(outcome.reason) ? outcome.reason.code : "done";

test("the people of one partner do not take every place of the passwords that are checked", async () => {
  const [first, second] = [await makePartner(), await makePartner()];
  const flooding = [await makeMember(first.partnerId), await makeMember(first.partnerId)];
  const other = await makeMember(second.partnerId);
  const release = holdPasswords();
  const flood = Promise.allSettled(
    Array.from({ length: 100 }, (_, index) => flooding[index % 2]?.()),
  );
  await expect.poll(() => vi.mocked(verify).mock.calls.length).toBe(2);
  const outcome = Promise.allSettled([other()]);
  // A refusal would come before.
  await sleep(200);
  release();
  expect((await outcome).map(codeOf)).toEqual(["done"]);
  const codes = (await flood).map(codeOf);
  expect(codes.filter((code) => code === "done")).toHaveLength(8);
  expect(new Set(codes)).toEqual(new Set(["done", "RATE_LIMITED"]));
  // The places are free again.
  expect((await Promise.allSettled([flooding[0]?.()])).map(codeOf)).toEqual(["done"]);
});
