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

test("a person finds visited pages, newest first and once", () => {
  for (const name of ["a", "b", "a"]) rememberEntry("anna", entry(name));
  expect(namesOf("anna")).toEqual(["a", "b"]);
});

test("another person does not find them, and their first entry removes them", () => {
  rememberEntry("anna", entry("a"));
  expect(namesOf("ben")).toEqual([]);
  rememberEntry("ben", entry("b"));
  expect(namesOf("ben")).toEqual(["b"]);
  expect([...stored.values()].join()).not.toContain("/users/a");
});

test("a page of another person removes them, and signing out removes everything", () => {
  rememberEntry("anna", entry("a"));
  forgetEntriesOfOthers("anna");
  expect(namesOf("anna")).toEqual(["a"]);
  forgetEntriesOfOthers("ben");
  expect(stored.size).toBe(0);
  rememberEntry("anna", entry("a"));
  forgetEntriesOfOthers();
  expect(stored.size).toBe(0);
});

test("entries of an older version are ignored", () => {
  stored.set("palette-recent", JSON.stringify([entry("a")]));
  expect(namesOf("anna")).toEqual([]);
  expect(namesOf("undefined")).toEqual([]);
});
