import { expect, test } from "vitest";
import { readCellList, sharedBetween, sumsOf, usd } from "./compare.ts";
import type { CellState } from "./read-cell.ts";

const cell = (name: string, changes: Partial<CellState> = {}): CellState => ({
  name,
  addresses: new Map([
    [`0x${name}1`, "treasury"],
    [`0x${name}2`, "deposit address"],
  ]),
  partnerIds: [`ptn_${name}`],
  custodyMicroUsd: new Map([["base:usdc", 5_000_000n]]),
  owedMicroUsd: 4_000_001n,
  ...changes,
});

test("cells with addresses and partners of their own share nothing", () => {
  expect(sharedBetween([cell("a"), cell("b"), cell("c")])).toEqual([]);
});

test("an address of two cells is named with both of its purposes", () => {
  const other = cell("b", { addresses: new Map([["0xa2", "relayer"]]) });
  expect(sharedBetween([cell("a"), other])).toEqual([
    "0xa2 is the deposit address of a and the relayer of b.",
  ]);
});

test("a partner of two cells is found, as in a copy of a database", () => {
  const copy = cell("b", { addresses: new Map(), partnerIds: ["ptn_a"] });
  expect(sharedBetween([cell("a"), copy])).toEqual(["The partner ptn_a is in a and in b."]);
});

test("the sum has every cell's money, also at places that only one cell has", () => {
  const other = cell("b", { custodyMicroUsd: new Map([["polygon:usdc", 1n]]), owedMicroUsd: -2n });
  expect(sumsOf([cell("a"), other])).toEqual([
    {
      cell: "a",
      partners: 1,
      addresses: 2,
      "base:usdc": "5.000000",
      "polygon:usdc": "0.000000",
      owed: "4.000001",
    },
    {
      cell: "b",
      partners: 1,
      addresses: 2,
      "base:usdc": "0.000000",
      "polygon:usdc": "0.000001",
      owed: "-0.000002",
    },
    {
      cell: "all",
      partners: 2,
      addresses: 4,
      "base:usdc": "5.000000",
      "polygon:usdc": "0.000001",
      owed: "3.999999",
    },
  ]);
});

test("amounts below zero keep their sign", () => {
  expect([usd(-1n), usd(-2_500_000n), usd(0n)]).toEqual(["-0.000001", "-2.500000", "0.000000"]);
});

test("a file names each cell with its database", () => {
  const text = "# cells\n\na postgresql://u:p@h:1/w\n b1  postgres://u@h/w \n";
  expect(readCellList(text)).toEqual([
    { name: "a", databaseUrl: "postgresql://u:p@h:1/w" },
    { name: "b1", databaseUrl: "postgres://u@h/w" },
  ]);
});

test.each([
  ["a postgresql://u:hush@h/w", "fewer than two cells"],
  ["a postgresql://u:hush@h/w\na postgresql://u:hush@i/w", "the cell a twice"],
  ["a postgresql://u:hush@h/w\nhttp://hush", "Cell 2 of the file"],
  ["A postgresql://u:hush@h/w", "Cell 1 of the file"],
])("a file that is wrong is refused without its passwords: %j", (text, message) => {
  const read = () => readCellList(text);
  expect(read).toThrow(message);
  expect(read).not.toThrow(/hush/);
});
