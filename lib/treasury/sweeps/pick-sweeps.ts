/** A deposit address and what it has for certain. */
export interface SweepCandidate {
  amountMicroUsd: bigint;
}

interface Limits {
  /** From here on an address is swept. */
  minMicroUsd: bigint;
  /** What the treasury lacks: as much is swept from addresses below the minimum too, if need be. */
  shortMicroUsd: bigint;
  /** How many sweeps may begin. */
  room: number;
}

/** The addresses to sweep now: those with the most first, so that the treasury is helped by the fewest transactions. */
export function pickSweeps<Candidate extends SweepCandidate>(
  candidates: readonly Candidate[],
  { minMicroUsd, shortMicroUsd, room }: Limits,
): Candidate[] {
  const sorted = candidates
    .filter(({ amountMicroUsd }) => amountMicroUsd > 0n)
    .sort((one, other) => (one.amountMicroUsd < other.amountMicroUsd ? 1 : -1));
  let lacking = shortMicroUsd;
  return sorted
    .filter(({ amountMicroUsd }) => {
      const isPicked = amountMicroUsd >= minMicroUsd || lacking > 0n;
      if (isPicked) lacking -= amountMicroUsd;
      return isPicked;
    })
    .slice(0, Math.max(0, room));
}
