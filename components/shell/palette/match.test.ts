import { describe, expect, test } from "vitest";
import type { Entry } from "./entry";
import { matching } from "./match";

const entry = (name: string, others: Partial<Entry> = {}): Entry => ({
  href: `/${name}`,
  name,
  icon: "lines",
  ...others,
});

const OPTIONS = [
  entry("Overview"),
  entry("Users"),
  entry("Cards"),
  entry("Create card", { keywords: "issue new" }),
  entry("Request withdrawal", { keywords: "payout send money" }),
  entry("Webhooks", { detail: "Developers" }),
  entry("Dark theme", { keywords: "night colors" }),
];
const namesOf = (text: string) => matching(OPTIONS, text).map(({ name }) => name);

describe("the palette's options", () => {
  test("match in any order of words, by beginning, detail or keyword", () => {
    expect(namesOf("with req")).toEqual(["Request withdrawal"]);
    expect(namesOf("developers")).toEqual(["Webhooks"]);
    expect(namesOf("payout")).toEqual(["Request withdrawal"]);
    expect(namesOf("new CARD")).toEqual(["Create card"]);
  });

  test("ignore accents and capitals", () => {
    expect(matching([entry("Nguyễn Ltd")], "nguyen")).toHaveLength(1);
    expect(namesOf("ÜSERS")).toEqual(["Users"]);
  });

  test.each([
    ["witdrawal", "a missing letter"],
    ["withhdrawal", "a doubled letter"],
    ["wihtdrawal", "exchanged letters"],
    ["withdrowal", "a wrong letter"],
  ])("match %s: %s", (text) => {
    expect(namesOf(text)).toEqual(["Request withdrawal"]);
  });

  test("have the better match first: the name before keywords, the beginning before the middle", () => {
    const options = [
      entry("Books", { keywords: "ledger" }),
      entry("Open ledger"),
      entry("Preledger"),
    ];
    expect(matching(options, "ledger").map(({ name }) => name)).toEqual([
      "Open ledger",
      "Books",
      "Preledger",
    ]);
  });

  test("do not match two errors, a short word with an error, or one missing word", () => {
    expect(namesOf("wtdrawl")).toEqual([]);
    expect(namesOf("crd")).toEqual([]);
    expect(namesOf("create dark")).toEqual([]);
    expect(namesOf("•••")).toEqual([]);
  });

  test("are all there for an empty text, in their own order", () => {
    expect(namesOf("  ")).toEqual(OPTIONS.map(({ name }) => name));
  });
});
