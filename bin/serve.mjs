/**
 * `npm run serve -- --role web|worker|all`: the production server. Without a role it is SERVICE_ROLE, or all. It takes every setting from the environment, starts no
 * database, seeds nothing and changes no tables. When the server dies it ends: to start it again is a supervisor's business.
 * Exit codes: bin/bootstrap/faults.mjs.
 */
import "./bootstrap/check-node.mjs";
import { withClosing } from "./bootstrap/closing.mjs";
import { exitCodes, Fault } from "./bootstrap/faults.mjs";
import { continueUnderPinnedNode } from "./bootstrap/pinned-node.mjs";
import { say } from "./bootstrap/say.mjs";
import { listenForStop, stopSignal } from "./bootstrap/stop-signal.mjs";

async function main() {
  const exitCode = await continueUnderPinnedNode();
  if (exitCode !== undefined) return exitCode;
  try {
    await import("./bootstrap/run-typescript.mjs");
    const { serve } = await import("./service/serve.ts");
    return await serve(process.argv.slice(2));
  } catch (error) {
    if (stopSignal.aborted) throw error;
    if (error instanceof Fault) {
      say("fatal", error.message);
      return error.exitCode;
    }
    say("fatal", `Unexpected error: ${error instanceof Error ? error.stack : error}`);
    return exitCodes.unexpected;
  }
}

listenForStop();
process.exit(await withClosing(main));
