/**
 * `npm run providers:check`: does what the service does at each provider whose keys are in the environment, with test
 * keys only, and prints a table. Exit code 0 when every checked provider passed, 1 when one failed, 2 when nothing was
 * checked or a key was refused. docs/going-live.md says more.
 */
import { exitCodes, runCommand } from "./command.ts";
import { configuredChecks } from "./providers/configured-checks.ts";
import { runCheck, type StepOutcome } from "./providers/run-steps.ts";

function print(outcomes: readonly StepOutcome[]): void {
  const rows = outcomes.map(({ provider, step, outcome, durationMs, detail }) => [
    provider,
    step,
    outcome,
    durationMs === undefined ? "" : `${durationMs} ms`,
    detail,
  ]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of rows)
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

await runCommand(async () => {
  const outcomes: StepOutcome[] = [];
  for (const check of configuredChecks({ ...process.env }))
    outcomes.push(...(await runCheck(check)));
  print(outcomes);
  const has = (wanted: StepOutcome["outcome"]) =>
    outcomes.some(({ outcome }) => outcome === wanted);
  if (has("failed")) {
    console.log("\nFAILED");
    return exitCodes.broken;
  }
  if (has("refused") || !has("passed")) {
    console.log("\nNOT CHECKED: set the keys of a provider's test mode");
    return exitCodes.unchecked;
  }
  console.log("\npassed");
  return exitCodes.sound;
});
