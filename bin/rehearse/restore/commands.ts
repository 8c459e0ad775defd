import { until } from "../service/api.ts";
import { runCommand } from "../service/run-command.ts";
import type { Settings } from "../service/settings.ts";

/** Runs a command with these settings. @throws Error unless it ends with the code. Returns what it printed. */
export async function mustEnd(
  name: "migrate" | "restore-mode" | "audit" | "verify-audit",
  args: readonly string[],
  env: Settings,
  expected = 0,
): Promise<string> {
  const { code, output } = await runCommand(name, args, env);
  if (code === expected) return output;
  throw new Error(`npm run ${name} ${args.join(" ")} ended with ${code}: ${output}`);
}

/**
 * Runs a command that checks the books until it ends with 0, and returns its last line. A sweep may be between its block
 * and its entry in the books: a later look agrees.
 *
 * @throws Error when none ends with 0 in a minute.
 */
export async function untilSound(
  name: "audit" | "verify-audit" | "reconcile",
  env: Settings,
): Promise<string> {
  let last = "";
  try {
    return await until(`npm run ${name} ends with 0`, async () => {
      const { code, output } = await runCommand(name, [], env);
      const lines = output.trim().split("\n");
      // The last line of verify-audit is the end of the log, to be written down elsewhere.
      last = (code === 0 && name === "verify-audit" ? lines.at(-2) : lines.at(-1)) ?? "";
      return code === 0 ? last : undefined;
    });
  } catch (error) {
    throw new Error(`npm run ${name}: ${last}`, { cause: error });
  }
}
