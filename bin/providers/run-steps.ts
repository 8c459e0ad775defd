/** One thing that a provider must do. It throws if the provider does not. */
export interface Step {
  name: string;
  /** @returns a note for the operator about a success */
  // biome-ignore lint/suspicious/noConfusingVoidType: most steps have nothing to say
  run(): Promise<string | void>;
  /** Runs also after a failure, to leave nothing behind at the provider. */
  isCleanup?: boolean;
}

/** Thrown by a step that cannot be tried, and why. It counts as no failure. */
export class NotPossible extends Error {}

/** A provider to check, or why it is not checked. */
export type ProviderCheck =
  | { provider: string; steps: readonly Step[] }
  /** Its settings are missing. */
  | { provider: string; skipped: string }
  /** Its settings are wrong for a check, such as a live key. */
  | { provider: string; refused: string };

export interface StepOutcome {
  provider: string;
  step: string;
  outcome: "passed" | "failed" | "skipped" | "refused";
  durationMs?: number;
  detail: string;
}

/** Errors of the adapters contain neither keys nor requests. */
const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function runStep(provider: string, { name, run }: Step): Promise<StepOutcome> {
  const startMs = performance.now();
  const done = (outcome: StepOutcome["outcome"], detail = ""): StepOutcome => {
    const durationMs = Math.round(performance.now() - startMs);
    return { provider, step: name, outcome, durationMs, detail };
  };
  try {
    return done("passed", (await run()) ?? "");
  } catch (error) {
    return done(error instanceof NotPossible ? "skipped" : "failed", textOf(error));
  }
}

/** Runs the steps of a check in order. After a failure only those run that clean up. */
export async function runCheck(check: ProviderCheck): Promise<StepOutcome[]> {
  const { provider } = check;
  if ("skipped" in check)
    return [{ provider, step: "", outcome: "skipped", detail: check.skipped }];
  if ("refused" in check)
    return [{ provider, step: "", outcome: "refused", detail: check.refused }];
  const outcomes: StepOutcome[] = [];
  for (const step of check.steps) {
    const hasFailed = outcomes.some(({ outcome }) => outcome === "failed");
    outcomes.push(
      hasFailed && !step.isCleanup
        ? { provider, step: step.name, outcome: "skipped", detail: "after a failure" }
        : await runStep(provider, step),
    );
  }
  return outcomes;
}
