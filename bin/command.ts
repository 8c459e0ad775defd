import { withoutUrls } from "@/lib/kernel/without-urls";
import { Fault } from "./bootstrap/faults.mjs";
import { databaseAdvice, reasonOf } from "./database/errors.ts";
import { watchOutput } from "./process/watch-output.ts";

/**
 * The exit codes of the commands beside the service. `broken` is a result of a check, never a failure of the check
 * itself.
 */
export const exitCodes = { sound: 0, broken: 1, unchecked: 2 } as const;

/** The texts of faults are ours: a URL in them is an example, and not one of a setting. */
const messageOf = (error: unknown): string =>
  error instanceof Fault ? error.message : withoutUrls(databaseAdvice(error) ?? reasonOf(error));

function report(error: unknown): number {
  console.error(messageOf(error));
  return exitCodes.unchecked;
}

/** For a command that reads its arguments itself, and refuses those that it does not know. */
export const ITS_OWN_ARGUMENTS = Number.POSITIVE_INFINITY;

/** @throws Error when there are more arguments: who writes `--help` or `--dry-run` does not expect the work to be done */
function refuseArguments(maxArguments: number): void {
  const [unknown] = process.argv.slice(2 + maxArguments);
  if (unknown === undefined) return;
  const most = maxArguments === 0 ? "no arguments" : `at most ${maxArguments}`;
  throw new Error(`Unknown argument ${unknown}: this command takes ${most}. Nothing was done.`);
}

/**
 * Runs a command to its end. What fails on the way leaves the question open: exit code 2 and one message without a stack,
 * which says what to do. So does an output that could not be written, and an argument beyond `maxArguments`.
 */
export async function runCommand(work: () => Promise<number>, maxArguments = 0): Promise<never> {
  // Node would end with 1, which says that a check found something.
  process.once("uncaughtException", (error) => process.exit(report(error)));
  const outputFailure = watchOutput();
  const code = await (async () => {
    refuseArguments(maxArguments);
    return work();
  })().catch(report);
  const failure = await outputFailure();
  if (failure !== undefined) console.error(failure);
  process.exit(failure !== undefined && code === exitCodes.sound ? exitCodes.unchecked : code);
}
