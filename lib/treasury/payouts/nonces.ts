interface NonceState {
  /** How many transactions of the relayer are mined: its next nonce. */
  next: bigint;
  /** Nonces of transactions that are stored and not mined. */
  taken: ReadonlySet<bigint>;
}

/** A node that tells a nonce of long ago makes no more of them at once. */
const MAX_GAPS = 16;

/** The first `count` nonces that nothing stored has, gaps first: what stands after a gap waits for it. */
export function freeNonces({ next, taken }: NonceState, count: number): bigint[] {
  const free: bigint[] = [];
  for (let nonce = next; free.length < count; nonce += 1n) if (!taken.has(nonce)) free.push(nonce);
  return free;
}

/** Nonces that nothing has while transactions with higher ones wait for them; `filled` are about to be taken. */
export function gapNonces({
  next,
  taken,
  filled,
}: NonceState & { filled: readonly bigint[] }): bigint[] {
  const known = new Set([...taken, ...filled]);
  let last = next;
  for (const nonce of known) if (nonce > last) last = nonce;
  const gaps: bigint[] = [];
  for (let nonce = next; nonce < last && gaps.length < MAX_GAPS; nonce += 1n)
    if (!known.has(nonce)) gaps.push(nonce);
  return gaps;
}
