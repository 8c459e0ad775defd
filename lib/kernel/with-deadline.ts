const LATE = Symbol("late");

/**
 * Settles as the work does, or as `onLate` does when the work has not ended after `limitMs`. The work itself goes on: its
 * result is dropped, and its failure is not an unhandled rejection.
 * @param onLate returns the result of work that is late, or throws its error
 */
export async function withDeadline<Result, Late>(
  work: Promise<Result>,
  limitMs: number,
  onLate: () => Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<typeof LATE>((resolve) => {
    // After a pause of the whole process, an answer that has arrived meanwhile is read first.
    timer = setTimeout(() => setImmediate(resolve, LATE), limitMs);
  });
  try {
    const first = await Promise.race([work, deadline]);
    return first === LATE ? onLate() : first;
  } finally {
    clearTimeout(timer);
  }
}
