interface Neighbours {
  /** The next withdrawal to decide on. */
  next: string | undefined;
  previous: string | undefined;
}

/**
 * Returns the neighbours of a withdrawal in the queue. For one that is no longer pending, the next one is the head of
 * the queue.
 */
export function neighboursOf(waiting: readonly { id: string }[], id: string): Neighbours {
  const ids = waiting.map((each) => each.id);
  const at = ids.indexOf(id);
  const next = ids[at + 1] ?? ids.find((other) => other !== id);
  return { next, previous: at > 0 ? ids[at - 1] : undefined };
}
