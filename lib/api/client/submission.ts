/** One intended change, however often it is sent. */
export interface Submission {
  key: string;
  /** An attempt ended without a response and may have succeeded. */
  isUnknown: boolean;
}

/** After this time the same input in a reopened form counts as another change. */
const REMEMBERED_MS = 15 * 60_000;
const MAX_REMEMBERED = 50;

/** Submissions with an unknown outcome, by their content. They outlive their form, and are kept only in memory. */
const unknown = new Map<string, { submission: Submission; atMs: number }>();

/** Creates a submission that was not sent yet. */
function newSubmission(): Submission {
  return { key: crypto.randomUUID(), isUnknown: false };
}

/** The submissions of one form: a repeated input keeps its idempotency key, a changed input gets another. */
export class Submissions {
  #last: { name: string; submission: Submission } | undefined;

  /**
   * Returns the submission of an input: the previous one, one of a closed form with an unknown outcome, or a new one.
   */
  of(endpointId: string, input: unknown): Submission {
    const name = `${endpointId} ${JSON.stringify(input)}`;
    if (this.#last?.name === name) return this.#last.submission;
    const kept = unknown.get(name);
    const isRecent = kept && performance.now() - kept.atMs < REMEMBERED_MS;
    const submission = isRecent ? kept.submission : newSubmission();
    this.#last = { name, submission };
    return submission;
  }

  /** Notes that the last submission ended without a response. */
  noteUnknown(): void {
    if (!this.#last) return;
    const { name, submission } = this.#last;
    submission.isUnknown = true;
    unknown.delete(name);
    unknown.set(name, { submission, atMs: performance.now() });
    const [oldest] = unknown.keys();
    if (unknown.size > MAX_REMEMBERED && oldest !== undefined) unknown.delete(oldest);
  }

  /** Notes that the last submission is done: the same input is a new submission from now on. */
  noteDone(): void {
    if (this.#last) unknown.delete(this.#last.name);
    this.#last = undefined;
  }
}
