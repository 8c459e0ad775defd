export const MICRO_USD_PER_CENT = 10_000n;

/**
 * Converts an amount to the cents of card networks.
 * @throws RangeError for a fraction of a cent
 */
export function centsOf(amountMicroUsd: bigint): number {
  if (amountMicroUsd % MICRO_USD_PER_CENT !== 0n)
    throw new RangeError("A disputed amount must be whole cents");
  return Number(amountMicroUsd / MICRO_USD_PER_CENT);
}

export const microUsdOf = (cents: number): bigint => BigInt(cents) * MICRO_USD_PER_CENT;
