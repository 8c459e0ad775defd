import { expect, test } from "vitest";
import { parseList } from "./parse-list";

const ONE = `0x${"a1".repeat(20)}`;
const TWO = `0x${"b2".repeat(20)}`;

test("reads one address a line, in any case, each once and sorted", () => {
  const text = `${TWO}\n${ONE.toUpperCase().replace("0X", "0x")}\r\n  ${TWO}  \n`;
  expect(parseList(text)).toEqual([ONE, TWO]);
});

test("reads the first column of a CSV file, with quotes, a header and a byte order mark", () => {
  const rows = ["\uFEFFaddress,name", `"${ONE}","Some, name"`, `${TWO};Other`, `'${ONE}'\tX`];
  expect(parseList(rows.join("\n"))).toEqual([ONE, TWO]);
});

test("leaves out comments, other chains, short and long addresses, and other columns", () => {
  const lines = [
    `# ${ONE}`,
    "bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh",
    ONE.slice(0, -1),
    `${ONE}0`,
    `name,${ONE}`,
    "<html>",
    "",
  ];
  expect(parseList(lines.join("\n"))).toEqual([]);
});
