import { beforeEach, expect, test, vi } from "vitest";
import { forgetEntriesOfOthers, recentEntries, rememberEntry } from "./recent";

const entry = (name: string) => ({ href: `/users/${name}`, name, icon: "people" as const });
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("window", {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
});

const namesOf = (owner: string) => recentEntries(owner).map(({ name }) => name);

test("a person finds what they went to, the latest first and once", () => {
  for (const name of ["a", "b", "a"]) rememberEntry("anna", entry(name));
  expect(namesOf("anna")).toEqual(["a", "b"]);
});

test("nobody else finds it, and their first entry removes it", () => {
  rememberEntry("anna", entry("a"));
  expect(namesOf("ben")).toEqual([]);
  rememberEntry("ben", entry("b"));
  expect(namesOf("ben")).toEqual(["b"]);
  expect([...stored.values()].join()).not.toContain("/users/a");
});

test("a page of somebody else removes it, and signing out removes everything", () => {
  rememberEntry("anna", entry("a"));
  forgetEntriesOfOthers("anna");
  expect(namesOf("anna")).toEqual(["a"]);
  forgetEntriesOfOthers("ben");
  expect(stored.size).toBe(0);
  rememberEntry("anna", entry("a"));
  forgetEntriesOfOthers();
  expect(stored.size).toBe(0);
});

test("what an older version kept is nobody's", () => {
  stored.set("palette-recent", JSON.stringify([entry("a")]));
  expect(namesOf("anna")).toEqual([]);
  expect(namesOf("undefined")).toEqual([]);
});
