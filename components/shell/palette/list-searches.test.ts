import { expect, test } from "vitest";
import { listSearches } from "./list-searches";

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const HASH = `0x${"ab".repeat(32)}`;

test("a merchant leads to its transactions, with the text encoded", () => {
  expect(listSearches("Dean & DeLuca")).toEqual([
    expect.objectContaining({ href: "/transactions?search=Dean%20%26%20DeLuca" }),
  ]);
});

test("an address leads to withdrawals and deposits, a hash to deposits", () => {
  const hrefs = (text: string) => listSearches(text).map(({ href }) => href);
  expect(hrefs(ADDRESS)).toEqual([`/withdrawals?search=${ADDRESS}`, `/wallet?search=${ADDRESS}`]);
  expect(hrefs(HASH)).toEqual([`/wallet?search=${HASH}`]);
});
