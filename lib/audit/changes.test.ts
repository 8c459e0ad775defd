import { expect, test } from "vitest";
import { actionWords } from "./action-words";
import { changesOf } from "./changes";

test("old and new values are listed by field, in words", () => {
  const before = { kycFee: 2, secondApprovalAbove: null, isOpen: true };
  expect(changesOf(before, { kycFee: 3, made: "x", isOpen: false })).toEqual([
    { name: "KYC fee", before: "2", after: "3" },
    { name: "Second approval above", before: "None", after: undefined },
    { name: "Is open", before: "Yes", after: "No" },
    { name: "Made", before: undefined, after: "x" },
  ]);
});

test("lists are shown completely, and no change has no line", () => {
  expect(changesOf({ events: [] }, { events: ["card.created", "card.frozen"] })).toEqual([
    { name: "Events", before: "None", after: "card.created, card.frozen" },
  ]);
  expect(changesOf(undefined, { parts: [{ n: 1 }] })).toEqual([
    { name: "Parts", before: undefined, after: '[{"n":1}]' },
  ]);
  expect(changesOf(undefined, undefined)).toEqual([]);
});

test("actions are shown in words", () => {
  expect(
    ["withdrawal.approve", "setRedirectUrl", "second_factor.refused", "setSso"].map(actionWords),
  ).toEqual(["Approve withdrawal", "Set redirect URL", "2FA code refused", "Set SSO"]);
});
