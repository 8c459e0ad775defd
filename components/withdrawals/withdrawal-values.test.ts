import { describe, expect, test } from "vitest";
import { checkFields } from "@/lib/api/client/check-fields";
import { ADDRESS_PROBLEMS } from "@/lib/withdrawals/addresses/schema";
import { createWithdrawalContract } from "@/lib/withdrawals/contract";
import type { AddressCheck } from "./queries";
import {
  addressOf,
  bodyOf,
  checkAddress,
  NO_VALUES,
  NOT_KEPT,
  refusalOf,
  type WithdrawalValues,
} from "./withdrawal-values";

const ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const MISTYPED = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD";
const NEW: AddressCheck = { address: ADDRESS, timesPaid: 0, lookalikes: [] };
const PAID: AddressCheck = { ...NEW, timesPaid: 2 };
const LOOKALIKE: AddressCheck = {
  ...NEW,
  lookalikes: [{ address: `0x5aAe${"1".repeat(32)}eAed` }],
};
const typed = { ...NO_VALUES, amount: "100", toAddress: ADDRESS };

/** All rules of the form: the contract's, and those of the address. */
const checkWithdrawal = (
  values: WithdrawalValues,
  known: AddressCheck | undefined,
): Record<string, string> => ({
  ...checkFields(createWithdrawalContract.body, bodyOf(values)),
  ...checkAddress(values, known),
});

describe("the form of a withdrawal", () => {
  test("accepts an amount to a paid address", () => {
    expect(checkWithdrawal(typed, PAID)).toEqual({});
  });

  test("requires the comparison of a new or unknown address", () => {
    for (const known of [NEW, undefined, { ...NEW, savedAs: "Treasury" }]) {
      expect(Object.keys(checkWithdrawal(typed, known))).toEqual(["confirmedFor"]);
      expect(checkWithdrawal({ ...typed, confirmedFor: ADDRESS }, known)).toEqual({});
    }
  });

  test("requires the comparison of any address that a draft restored", () => {
    expect(Object.keys(checkAddress(typed, PAID, true))).toEqual(["confirmedFor"]);
    expect(checkAddress({ ...typed, confirmedFor: ADDRESS }, PAID, true)).toEqual({});
    expect(NOT_KEPT).toEqual(["confirmedFor", "middle"]);
  });

  test("requires a new comparison for another address", () => {
    const other = "0x52908400098527886E0F7030069857D2E4169EE7";
    const values = { ...typed, confirmedFor: ADDRESS, toAddress: other };
    expect(Object.keys(checkWithdrawal(values, NEW))).toEqual(["confirmedFor"]);
  });

  test("requires the middle of a similar address, and no checkbox replaces it", () => {
    for (const middle of ["", "111111", "5aAeb6"])
      expect(
        Object.keys(checkWithdrawal({ ...typed, middle, confirmedFor: ADDRESS }, LOOKALIKE)),
      ).toEqual(["middle"]);
    for (const middle of ["b6053F", " B6053f "])
      expect(checkWithdrawal({ ...typed, middle }, LOOKALIKE)).toEqual({});
    // Money went there before, and still it may be the wrong one of the two.
    expect(checkWithdrawal(typed, { ...LOOKALIKE, timesPaid: 1 })).toHaveProperty("middle");
    expect(checkWithdrawal(typed, { ...LOOKALIKE, savedAs: "Ours" })).toHaveProperty("middle");
    expect(checkWithdrawal(typed, { ...LOOKALIKE, timesPaid: 1, savedAs: "Ours" })).toEqual({});
  });

  test("refuses an address where money is lost", () => {
    for (const problem of ADDRESS_PROBLEMS) {
      expect(checkWithdrawal({ ...typed, confirmedFor: ADDRESS }, { ...NEW, problem })).toEqual({
        toAddress: refusalOf({ ...NEW, problem }),
      });
      expect(refusalOf({ ...NEW, problem })).toMatch(/^This is .+\.$/);
    }
  });

  test("reports a wrong checksum", () => {
    const { toAddress } = checkWithdrawal({ ...typed, toAddress: MISTYPED }, undefined);
    expect(toAddress).toMatch(/checksum does not match/);
    expect(checkWithdrawal({ ...typed, toAddress: "0x12" }, undefined).toAddress).toMatch(
      /40 hexadecimal/,
    );
  });

  test("sends an address with its checksum case", () => {
    for (const toAddress of [ADDRESS.toLowerCase(), ` ${ADDRESS} `]) {
      expect(addressOf({ ...typed, toAddress })).toBe(ADDRESS);
      expect(bodyOf({ ...typed, toAddress })).toEqual({ amount: 100, toAddress: ADDRESS });
    }
    expect(addressOf({ ...typed, toAddress: MISTYPED })).toBeUndefined();
  });

  test.each([
    ["4.99", /at least 5/],
    ["5.005", /2 decimals/],
    ["ten", /number/],
    ["", /field is required/],
  ])("validates an amount of %j by the API's rules", (amount, why) => {
    expect(checkWithdrawal({ ...typed, amount }, PAID).amount).toMatch(why);
  });
});
