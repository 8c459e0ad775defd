import { withoutUrls } from "@/lib/kernel/without-urls";
import { databaseAdvice, reasonOf } from "./database/errors.ts";
import { watchOutput } from "./process/watch-output.ts";

/**
 * The exit codes of the commands beside the service. `broken` is a result of a check, never a failure of the check
 * itself.
 */
export const exitCodes = { sound: 0, broken: 1, unchecked: 2 } as const;

function report(error: unknown): number {
  console.error(withoutUrls(databaseAdvice(error) ?? reasonOf(error)));
  return exitCodes.unchecked;
}

/**
 * Runs a command to its end. What fails on the way leaves the question open: exit code 2 and one message without a stack,
 * which says what to do. So does an output that could not be written.
 */
export async function runCommand(work: () => Promise<number>): Promise<never> {
  // Node would end with 1, which says that a check found something.
  process.once("uncaughtException", (error) => process.exit(report(error)));
  const outputFailure = watchOutput();
  const code = await work().catch(report);
  const failure = await outputFailure();
  if (failure !== undefined) console.error(failure);
  process.exit(failure !== undefined && code === exitCodes.sound ? exitCodes.unchecked : code);
}
