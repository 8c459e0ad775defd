import { expect } from "vitest";
import type { ChainBooks } from "@/lib/treasury/books/books";
import { readBooks } from "@/lib/treasury/books/store";
import type { Source } from "@/lib/treasury/books/transfers/store";

/** Blocks before, at and after the cursor, as distances from it. */
const OFFSETS = [-4n, -1n, 0n, 1n, 3n, 1_000n];

interface Sum {
  amountMicroUsd: bigint;
}

/** Sorted, without zeros: a sum of nothing may be kept or be missing. */
const sorted = <Each extends Sum>(sums: readonly Each[]) =>
  sums
    .filter(({ amountMicroUsd }) => amountMicroUsd !== 0n)
    .map((each) => Object.values(each).join(" "))
    .toSorted();

function comparable(books: ChainBooks) {
  const { addresses, treasurySums, treasuries, ...rest } = books;
  return {
    ...rest,
    addresses: sorted(addresses),
    treasurySums: sorted(treasurySums),
    treasuries: treasuries.toSorted(),
  };
}

/** Compares the books of all chains by the kept sums with those by all rows, as of several blocks. Returns the former. */
export async function expectKeptBooks(offsets: readonly bigint[] = OFFSETS) {
  const read = async (source: Source) => {
    const all = [];
    for (const offset of offsets) {
      const { chains } = await readBooks((_, cursor) => cursor + offset, source);
      all.push([...chains].map(([chain, books]) => ({ chain, offset, ...comparable(books) })));
    }
    return all.flat();
  };
  const kept = await read("kept");
  expect(kept).toEqual(await read("rows"));
  return kept;
}
