import { expect, test } from "vitest";
import { csvLine } from "./csv-line";

test("what has commas, quotes, lines or blanks at its edges is quoted, and comes back whole", () => {
  expect(csvLine(["a", "b,c", 'd"e', "f\ng", " h", null, undefined, ""])).toBe(
    'a,"b,c","d""e","f\ng"," h",,,\r\n',
  );
});

test.each([
  "=1+1",
  "+1 555",
  "-x",
  "@SUM(A1)",
  "\tx",
  "\r=1",
  "-1e3",
  "--1",
  '=HYPERLINK("x")',
  "\n=1",
  "＝1",
])("%j is text in a spreadsheet, and no formula", (text) => {
  expect(csvLine([text]).replace(/^"/, "").startsWith("'")).toBe(true);
});

test.each(["a;=1+1", "a\t=1+1", "two\r\n=lines", 'He said "no"'])("%j is one cell", (text) => {
  expect(csvLine([text, "b"])).toBe(`"${text.replaceAll('"', '""')}",b\r\n`);
});

test.each(["עוגיות של רחל", "مقهى \u200eالنيل", "🍕👩‍👩‍👧 Pizzeria", "Thị Minh", "O'Neill = 5"])(
  "%j is as it was",
  (text) => {
    expect(csvLine([text])).toBe(`${text}\r\n`);
  },
);

test.each(["-5.000001", "12", "0.50", "-0"])("%s stays a number", (text) => {
  expect(csvLine([text])).toBe(`${text}\r\n`);
});
