import "@/test/database";
import { afterAll, expect, test } from "vitest";
import { endTests, sql } from "@/test/fixtures/make";
import { searchKey } from "./begins-with";

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
