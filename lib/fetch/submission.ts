/** One thing that a person wants done, however often it is sent. */
export interface Submission {
  key: string;
  /** What was sent with the key. */
  input?: string;
  /** An attempt ended without an answer, and may have gone through. */
  isUnknown: boolean;
}

/** One that was not sent yet. */
export function newSubmission(): Submission {
  return { key: crypto.randomUUID(), isUnknown: false };
}

/** The submission that an input belongs to: the one before when it is the same, else a new one with a key of its own. */
export function submissionOf(before: Submission, input: unknown): Submission {
  const text = JSON.stringify(input);
  if (before.input === undefined) return { ...before, input: text };
  return before.input === text ? before : { ...newSubmission(), input: text };
}
