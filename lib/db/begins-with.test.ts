import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { endTests, sql } from "@/test/fixtures/make";
import { beginsWith, rowBeginsWith, searchKey } from "./begins-with";

afterAll(endTests);

test.each([
  ["García", "garcia"],
  ["García".normalize("NFD"), "garcia"],
  ["ØSTS Łukasz Đurić", "osts lukasz duric"],
  ["Straße GROẞ", "strasse gross"],
  ["Æsir Œuvre Þór", "aesir oeuvre thor"],
  ["İstanbul ılık", "istanbul ilik"],
  ["Ｆｕｌｌ", "full"],
  ["Thị Minh Nguyễn", "thi minh nguyen"],
  ["עו 🍕", "עו 🍕"],
  ["", ""],
])("%j is compared as %j", async (text, key) => {
  const [row] = await sql(`SELECT ${searchKey("$1::text")} AS key`, [text]);
  expect(row?.key).toBe(key);
});

test.each([
  ["IKEA Berlin", "ikea", true],
  ["Ikea", "IKEA BERLIN", false],
  ["The Ikea", "ikea", false],
  ["Édith Piaf", "EDI", true],
  ["Edith Piaf", "Édith", true],
  ["Łódź", "lodz", true],
  ["100% Café", "100%", true],
  ["1000 Cafés", "100%", false],
  ["a_b", "a\\_", false],
  ["", "a", false],
  [null, "a", null],
])("%j begins with %j: %j, with an index and row by row", async (text, term, isFound) => {
  const [row] = await sql(
    `SELECT ${beginsWith("v", "$2::text")} AS "byRange", ${rowBeginsWith("v", "$2::text")} AS "byRow"
     FROM (SELECT $1::text AS v) t`,
    [text, term],
  );
  expect(row).toEqual({ byRange: isFound, byRow: isFound });
});
