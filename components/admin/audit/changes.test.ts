import { expect, test } from "vitest";
import { actionWords } from "./action-words";
import { changesOf } from "./changes";

test("old and new values are listed by field name", () => {
  expect(changesOf({ kycFee: 2, gone: null }, { kycFee: 3, made: "x" })).toEqual([
    { name: "kycFee", before: "2", after: "3" },
    { name: "gone", before: "null", after: undefined },
    { name: "made", before: undefined, after: "x" },
  ]);
});

test("lists are shown completely, and no change has no line", () => {
  expect(changesOf(undefined, { events: ["card.created"] })).toEqual([
    { name: "events", before: undefined, after: '["card.created"]' },
  ]);
  expect(changesOf(undefined, undefined)).toEqual([]);
});

test("actions are shown in words", () => {
  expect(
    ["withdrawal.approve", "setRedirectUrl", "second_factor.refused", "signOut"].map(actionWords),
  ).toEqual(["Approve withdrawal", "Set redirect URL", "2FA code refused", "Sign out"]);
});
