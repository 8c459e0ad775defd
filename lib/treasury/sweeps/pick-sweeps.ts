/** A deposit address with its confirmed balance. */
export interface SweepCandidate {
  amountMicroUsd: bigint;
}

interface Limits {
  /** The balance from which an address is swept. */
  minMicroUsd: bigint;
  /** The amount that the treasury lacks: for this amount, addresses below the minimum are swept too. */
  shortMicroUsd: bigint;
}

/** Selects the addresses to sweep, largest balance first, so that the fewest transactions supply the treasury. */
export function pickSweeps<Candidate extends SweepCandidate>(
  candidates: readonly Candidate[],
  { minMicroUsd, shortMicroUsd }: Limits,
): Candidate[] {
  const sorted = candidates
    .filter(({ amountMicroUsd }) => amountMicroUsd > 0n)
    .sort((one, other) => (one.amountMicroUsd < other.amountMicroUsd ? 1 : -1));
  let lacking = shortMicroUsd;
  return sorted.filter(({ amountMicroUsd }) => {
    const isPicked = amountMicroUsd >= minMicroUsd || lacking > 0n;
    if (isPicked) lacking -= amountMicroUsd;
    return isPicked;
  });
}
