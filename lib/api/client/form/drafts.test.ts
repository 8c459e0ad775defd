import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { draftOf, dropDraft, keepDraft } from "./drafts";
import { forgetDraftsOfOthers } from "./stored-drafts";

const place = { owner: "prs_1 ptn_1", name: "create-user" };
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.useFakeTimers({ now: new Date("2026-11-23T10:00:00Z") });
  vi.stubGlobal("window", {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
});
afterEach(() => void vi.useRealTimers());

test("a draft is found until it is dropped", () => {
  expect(draftOf(place)).toBeUndefined();
  expect(keepDraft(place, { firstName: "Ngozi" })).toBe(true);
  expect(draftOf(place)).toEqual({ firstName: "Ngozi" });
  expect(draftOf({ ...place, name: "create-card" })).toBeUndefined();
  dropDraft(place);
  expect(draftOf(place)).toBeUndefined();
  expect(stored.size).toBe(0);
});

test("passwords, codes and secrets are not stored", () => {
  keepDraft(place, {
    password: "a",
    newPassword: "b",
    totp: "123456",
    code: "654321",
    recoveryCode: "c",
    webhookSecret: "d",
    countryCode: "NG",
    postalCode: "101241",
  });
  expect(draftOf(place)).toEqual({ countryCode: "NG", postalCode: "101241" });
});

test("fields that must be filled in again are not stored", () => {
  keepDraft({ ...place, without: ["confirmedFor"] }, { amount: "20", confirmedFor: "0x1" });
  expect(draftOf(place)).toEqual({ amount: "20" });
});

test("a draft is forgotten after a day", () => {
  keepDraft(place, { city: "Lagos" });
  vi.advanceTimersByTime(23 * 60 * 60 * 1_000);
  expect(draftOf(place)).toEqual({ city: "Lagos" });
  vi.advanceTimersByTime(2 * 60 * 60 * 1_000);
  expect(draftOf(place)).toBeUndefined();
});

test("nobody finds the draft of another person or partner", () => {
  keepDraft(place, { city: "Lagos" });
  expect(draftOf({ ...place, owner: "prs_2 ptn_1" })).toBeUndefined();
  expect(draftOf({ ...place, owner: "prs_1 ptn_2" })).toBeUndefined();
  forgetDraftsOfOthers("prs_1 ptn_1");
  expect(draftOf(place)).toBeDefined();
  forgetDraftsOfOthers("prs_2 ptn_1");
  expect(stored.size).toBe(0);
  keepDraft(place, { city: "Lagos" });
  forgetDraftsOfOthers();
  expect(stored.size).toBe(0);
});

test("without storage nothing is kept, and nothing fails", () => {
  vi.stubGlobal("window", {
    get sessionStorage() {
      throw new Error("disabled");
    },
  });
  expect(keepDraft(place, { city: "Lagos" })).toBe(false);
  expect(draftOf(place)).toBeUndefined();
  expect(() => forgetDraftsOfOthers()).not.toThrow();
});
