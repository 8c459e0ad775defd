/** One thing that a person wants done, however often it is sent. */
export interface Submission {
  key: string;
  /** An attempt ended without an answer, and may have gone through. */
  isUnknown: boolean;
}

/** A person who comes back to a closed form later than this means another change. */
const REMEMBERED_MS = 15 * 60_000;
const MAX_REMEMBERED = 50;

/** Submissions whose outcome is unknown, by what was sent. They outlive their form, and are kept in memory alone. */
const unknown = new Map<string, { submission: Submission; atMs: number }>();

/** One that was not sent yet. */
function newSubmission(): Submission {
  return { key: crypto.randomUUID(), isUnknown: false };
}

/** The submissions of one form: what is sent again keeps its idempotency key, what was changed in between has another. */
export class Submissions {
  #last: { name: string; submission: Submission } | undefined;

  /** The submission of an input: the one before, or one of a closed form with an unknown outcome, or a new one. */
  of(endpointId: string, input: unknown): Submission {
    const name = `${endpointId} ${JSON.stringify(input)}`;
    if (this.#last?.name === name) return this.#last.submission;
    const kept = unknown.get(name);
    const isRecent = kept && performance.now() - kept.atMs < REMEMBERED_MS;
    const submission = isRecent ? kept.submission : newSubmission();
    this.#last = { name, submission };
    return submission;
  }

  /** The last one ended without an answer. */
  noteUnknown(): void {
    if (!this.#last) return;
    const { name, submission } = this.#last;
    submission.isUnknown = true;
    unknown.delete(name);
    unknown.set(name, { submission, atMs: performance.now() });
    const [oldest] = unknown.keys();
    if (unknown.size > MAX_REMEMBERED && oldest !== undefined) unknown.delete(oldest);
  }

  /** The last one is done: the same input is another submission from now on. */
  noteDone(): void {
    if (this.#last) unknown.delete(this.#last.name);
    this.#last = undefined;
  }
}
