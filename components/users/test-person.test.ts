import { expect, test } from "vitest";
import { KYC_OUTCOMES } from "@/lib/contract/kyc-outcomes";
import { createUserContract } from "@/lib/users/contract";
import { bodyOf, NO_VALUES } from "./create-user-values";
import { testPerson } from "./test-person";

/** Random numbers that reach each place, name and digit. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

test.each(KYC_OUTCOMES)("test persons with the outcome %s are valid and believable", (outcome) => {
  const countries = new Set<string>();
  for (let seed = 1; seed <= 200; seed += 1) {
    const person = testPerson({ outcome, ipAddress: undefined, random: numbersFrom(seed) });
    const body = bodyOf({ ...NO_VALUES, ...person });
    expect(createUserContract.body?.safeParse(body)).toMatchObject({ success: true });
    expect(person.lastName.toLowerCase().endsWith(outcome.toLowerCase())).toBe(true);
    expect(person.email).toMatch(/^[a-z]+\.[a-z]+\.\d{5}@example\.com$/);
    countries.add(person.countryCode);
  }
  expect(countries.size).toBeGreaterThan(5);
});

test("a test person has the address of the reader, where it is known", () => {
  expect(testPerson({ outcome: "approved", ipAddress: "2001:db8::7" }).ipAddress).toBe(
    "2001:db8::7",
  );
});
