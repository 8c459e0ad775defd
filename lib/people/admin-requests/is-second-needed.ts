const SECOND_ADMINISTRATOR = "PW028";

/** Returns whether the database refused a change because a second administrator must confirm it. */
export function isSecondNeeded(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === SECOND_ADMINISTRATOR;
}
