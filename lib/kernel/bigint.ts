/** Arithmetic of `bigint` that `Math` does not have: amounts, block numbers and gas fees. */

export const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

export const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);

export const sumOf = (values: Iterable<bigint>): bigint =>
  [...values].reduce((sum, value) => sum + value, 0n);
