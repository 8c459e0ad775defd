interface Neighbours {
  /** The one to decide on after this one. */
  next: string | undefined;
  previous: string | undefined;
}

/** What waits beside one withdrawal. One that waits no more is followed by the head of the queue. */
export function neighboursOf(waiting: readonly { id: string }[], id: string): Neighbours {
  const ids = waiting.map((each) => each.id);
  const at = ids.indexOf(id);
  const next = ids[at + 1] ?? ids.find((other) => other !== id);
  return { next, previous: at > 0 ? ids[at - 1] : undefined };
}
