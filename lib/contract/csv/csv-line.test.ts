import { expect, test } from "vitest";
import { csvLine } from "./csv-line";

test("text with commas, quotes, lines or outer blanks is quoted and parsed back unchanged", () => {
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
])("%j is text in a spreadsheet, not a formula", (text) => {
  expect(csvLine([text]).replace(/^"/, "").startsWith("'")).toBe(true);
});

test.each([
  ["a;=1+1;", "a;'=1+1;"],
  ["a\t @SUM(A1)", "a\t '@SUM(A1)"],
  ["two\r\n=lines", "two\r\n'=lines"],
  ["a;b;-x", "a;b;'-x"],
  ['a;"=1+1;b', 'a;""\'=1+1;b'],
])("%j is no formula where cells are separated at semicolons or tabs", (text, safe) => {
  expect(csvLine([text, "b"])).toBe(`"${safe}",b\r\n`);
});

test.each(["a;b", "a\tb = 5", "two\r\nlines", 'He said "no"'])("%j is one cell", (text) => {
  expect(csvLine([text, "b"])).toBe(`"${text.replaceAll('"', '""')}",b\r\n`);
});

test.each(["עוגיות של רחל", "مقهى \u200eالنيل", "🍕👩‍👩‍👧 Pizzeria", "Thị Minh", "O'Neill = 5"])(
  "%j is unchanged",
  (text) => {
    expect(csvLine([text])).toBe(`${text}\r\n`);
  },
);

test.each(["-5.000001", "12", "0.50", "-0"])("%s stays a number", (text) => {
  expect(csvLine([text])).toBe(`${text}\r\n`);
});
