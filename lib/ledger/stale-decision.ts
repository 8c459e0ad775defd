/** A row that the decision depends on changed before the commit. Nothing was written. */
export class StaleDecision extends Error {
  override readonly name = "StaleDecision";
  constructor(cause: unknown) {
    super("what was read has changed", { cause });
  }
}
