import { expect, test } from "vitest";
import type { Partner } from "./queries";
import { readSettings, settingsForTwo } from "./read-settings";
import { settingTexts } from "./settings-fields";

const partner: Partner = {
  partnerId: "ptn_1",
  name: "Nova",
  walletAddress: "0x",
  walletBalance: 0,
  kycFee: 2,
  cardCreationFee: 1,
  fundingFee: 0,
  fundingFeePercent: 0.5,
  cardWithdrawalFee: 1,
  crossBorderFeePercent: 3,
  requestsPerS: 100,
  requestBurst: 200,
  secondApprovalAbove: 10_000,
  createdAt: "2026-11-21T10:00:00.000Z",
};
const asTyped = {
  kycFee: "2",
  cardCreationFee: "1.00",
  fundingFee: "0",
  fundingFeePercent: "0.5",
  cardWithdrawalFee: "1",
  crossBorderFeePercent: "3",
  requestsPerS: "100",
  requestBurst: "200",
  secondApprovalAbove: "10,000",
};
const form = (values: Record<string, string>) => ({ ...settingTexts(), ...values });

test("unchanged values are not sent, however they are written", () => {
  expect(readSettings(form(asTyped), partner)).toEqual({ body: {}, errors: {} });
});

test("changed values are sent, and an emptied limit is removed", () => {
  const typed = { ...asTyped, kycFee: "2.50", secondApprovalAbove: " " };
  expect(readSettings(form(typed), partner)).toEqual({
    body: { kycFee: 2.5, secondApprovalAbove: null },
    errors: {},
  });
});

test("an invalid or emptied value is an error of its field", () => {
  const typed = { ...asTyped, kycFee: "two", requestsPerS: "" };
  expect(readSettings(form(typed), partner)).toEqual({
    body: {},
    errors: { kycFee: "Enter a number.", requestsPerS: "Enter a number." },
  });
});

test("empty values of a new partner are not sent", () => {
  expect(readSettings(form({ fundingFeePercent: "1.25" }))).toEqual({
    body: { fundingFeePercent: 1.25 },
    errors: {},
  });
});

test.each([
  [10_000, null, true],
  [10_000, 10_000.01, true],
  [10_000, 9_999.99, false],
  [10_000, undefined, false],
  [null, 0, false],
  [0, null, true],
])("of two approvers above %s then %s: one may approve more: %s", (now, then, isMore) => {
  const body = then === undefined ? {} : { secondApprovalAbove: then };
  for (const areTwoNeeded of [true, false])
    expect(settingsForTwo({ ...partner, secondApprovalAbove: now }, body, areTwoNeeded)).toEqual(
      isMore ? ["secondApprovalAbove"] : [],
    );
});

test.each([
  [{ kycFee: 0 }, ["kycFee"]],
  [{ kycFee: 5, fundingFeePercent: 0 }, ["kycFee", "fundingFeePercent"]],
  [{ requestsPerS: 101, requestBurst: 199 }, ["requestsPerS"]],
  [{ requestsPerS: 99 }, []],
])("%j needs a second administrator where two decide: %j", (body, names) => {
  expect(settingsForTwo(partner, body, true)).toEqual(names);
  expect(settingsForTwo(partner, body, false)).toEqual([]);
});
