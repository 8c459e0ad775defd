import { run } from "../../bootstrap/run.mjs";
import { debianCommand, type InDebian } from "./enter.ts";

/** Runs a program in a Debian base to its end. Returns its output. @throws Error with the output when the exit code is not 0. */
export async function runInDebian(place: InDebian, program: readonly string[]): Promise<string> {
  const { command, args, env } = debianCommand(place, program);
  const { code, output } = await run(command, args, { env });
  if (code !== 0) throw new Error(`${program.join(" ")} ended with ${code}:\n${output}`);
  return output;
}
