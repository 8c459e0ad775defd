/**
 * `npm start`: everything, from a fresh clone to a running service with a demo in it. The exit
 * codes are in steps/faults.mjs; what it honours of the environment, in steps/settings.mjs.
 */
import "./steps/check-node.mjs";
import { withClosing } from "./steps/closing.mjs";
import { prepareDataFolder } from "./steps/data-folder.mjs";
import { installIfStale } from "./steps/install.mjs";
import { requireNotRunning } from "./steps/only-instance.mjs";
import { dataPaths } from "./steps/paths.mjs";
import { continueUnderPinnedNode } from "./steps/pinned-node.mjs";
import { requireFreePort } from "./steps/port.mjs";
import { readStartSettings } from "./steps/settings.mjs";
import { listenForStop } from "./steps/stop-signal.mjs";

/** In this time a server whose starter was killed has ended; see server/exit-with-parent.ts. */
const forgottenServerMs = 12_000;

/** @param {import("./steps/closing.mjs").Closing} closing */
async function main(closing) {
  const settings = readStartSettings(process.env);
  const paths = dataPaths(settings.dataDir);
  // What can be known at once is said at once, before the slow work.
  await prepareDataFolder(settings.dataDir);
  const wasKilled = await requireNotRunning(paths.lock);
  await requireFreePort(settings.host, settings.port, {
    waitMs: wasKilled ? forgottenServerMs : 0,
  });
  await installIfStale();
  const exitCode = await continueUnderPinnedNode();
  if (exitCode !== undefined) return exitCode;
  // From here on the packages are there, which the rest imports.
  const { runService } = await import("./steps/run-service.mjs");
  return runService({ settings, paths, closing });
}

listenForStop();
// A reader that goes away, as in `npm start | head`, must not end the service in mid-air.
process.stdout.on("error", () => undefined);
process.exit(await withClosing(main));
