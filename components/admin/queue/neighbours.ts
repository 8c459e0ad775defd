interface Neighbours {
  /** The next withdrawal to decide on. */
  next: string | undefined;
  previous: string | undefined;
}

/**
 * Returns the neighbours of a withdrawal in the queue, which is ordered by id. A withdrawal that has just been decided
 * on keeps its place, although it is no longer in the queue. After the end comes the head of the queue.
 */
export function neighboursOf(waiting: readonly { id: string }[], id: string): Neighbours {
  const ids = waiting.map((each) => each.id);
  const next = ids.find((other) => other > id) ?? ids.find((other) => other !== id);
  return { next, previous: ids.findLast((other) => other < id) };
}
