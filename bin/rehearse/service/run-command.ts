import { repositoryFolder, typeScriptArguments } from "../../bootstrap/paths.mjs";
import { run } from "../../bootstrap/run.mjs";
import type { Settings } from "./settings.ts";

type CommandName =
  | ("audit" | "compare-cells" | "invite-operator" | "migrate")
  | ("reconcile" | "restore-mode" | "verify-audit");

/** Runs a command of the service, such as `audit`, with these settings. Returns its exit code and all that it printed. */
export function runCommand(
  name: CommandName,
  args: readonly string[],
  env: Settings,
): Promise<{ code: number; output: string }> {
  return run(process.execPath, typeScriptArguments(`bin/${name}.ts`, ...args), {
    cwd: repositoryFolder,
    env,
  });
}
