/**
 * `npm start`: installs, builds and runs the service with a demo, from a fresh clone. The exit codes are in
 * bin/bootstrap/faults.mjs, the environment variables in bin/bootstrap/settings.mjs.
 */
import "./bootstrap/check-node.mjs";
import { withClosing } from "./bootstrap/closing.mjs";
import { continueWithPackages } from "./bootstrap/continue-with-packages.mjs";
import { prepareDataFolder } from "./bootstrap/data-folder.mjs";
import { requireNotRunning } from "./bootstrap/only-instance.mjs";
import { dataPaths } from "./bootstrap/paths.mjs";
import { requireFreePort } from "./bootstrap/port.mjs";
import { readStartSettings } from "./bootstrap/settings.mjs";
import { listenForStop } from "./bootstrap/stop-signal.mjs";

/** In this time a server whose starter was killed has ended; see server/exit-with-parent.ts. */
const forgottenServerMs = 12_000;

/** @param {import("./bootstrap/closing.mjs").Closing} closing */
async function main(closing) {
  const settings = readStartSettings(process.env);
  const paths = dataPaths(settings.dataDir);
  // Faults that can be found at once are reported before the slow steps.
  await prepareDataFolder(settings.dataDir);
  const wasKilled = await requireNotRunning(paths.lock);
  await requireFreePort(settings.host, settings.port, {
    waitMs: wasKilled ? forgottenServerMs : 0,
  });
  const exitCode = await continueWithPackages();
  if (exitCode !== undefined) return exitCode;
  // From here on the packages are there, which the rest imports.
  const { runService } = await import("./service/run-service.ts");
  return runService({ settings, paths, closing });
}

listenForStop();
// A reader that goes away, as in `npm start | head`, must not end the service in mid-air.
process.stdout.on("error", () => undefined);
process.exit(await withClosing(main));
