/** What a decision rested on changed before it was committed. Nothing was done. */
export class StaleDecision extends Error {
  override readonly name = "StaleDecision";
  constructor(cause: unknown) {
    super("what was read has changed", { cause });
  }
}
