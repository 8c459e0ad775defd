interface NonceState {
  /** The number of the relayer's mined transactions, which is its next nonce. */
  next: bigint;
  /** The nonces of stored transactions that are not mined. */
  taken: ReadonlySet<bigint>;
}

/** Bounds the gaps filled at once when a node reports an outdated nonce. */
const MAX_GAPS = 16;

/**
 * Returns the first `count` nonces without a stored transaction, gaps first, because transactions after a gap wait for
 * it.
 */
export function freeNonces({ next, taken }: NonceState, count: number): bigint[] {
  const free: bigint[] = [];
  for (let nonce = next; free.length < count; nonce += 1n) if (!taken.has(nonce)) free.push(nonce);
  return free;
}

/** Returns the free nonces for which transactions with higher nonces wait; `filled` are nonces about to be used. */
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
