/**
 * `npm run rehearse:failover`: the cluster that docs/high-availability.md recommends, from Debian's packages on this machine,
 * with the service on it under load, and everything that can happen to it. Needs root on a Debian machine. Options: --quick,
 * --only <drills>, --write. Exit code 0 when every goal was reached, 1 when not, 130 when it was
 * interrupted.
 */
import "./bootstrap/check-node.mjs";
import { withClosing } from "./bootstrap/closing.mjs";
import { continueWithPackages } from "./bootstrap/continue-with-packages.mjs";
import { prepareDataFolder } from "./bootstrap/data-folder.mjs";
import { becomeOnlyInstance, requireNotRunning } from "./bootstrap/only-instance.mjs";
import { dataPaths } from "./bootstrap/paths.mjs";
import { setting } from "./bootstrap/setting.mjs";
import { readStartSettings } from "./bootstrap/settings.mjs";
import { listenForStop, stopSignal } from "./bootstrap/stop-signal.mjs";

/** As shells report a program that Ctrl-C ended: what was not rehearsed has not been reached. */
const INTERRUPTED = 130;

/** @param {import("./bootstrap/closing.mjs").Closing} closing */
async function main(closing) {
  const exitCode = await continueWithPackages();
  if (exitCode !== undefined) return exitCode;
  const { dataDir } = readStartSettings({ DATA_DIR: setting("DATA_DIR") ?? ".data-rehearsal" });
  const paths = dataPaths(dataDir);
  await prepareDataFolder(dataDir);
  await requireNotRunning(paths.lock);
  becomeOnlyInstance(paths.lock, closing);
  const { runRehearsal } = await import("./rehearse/run-rehearsal.ts");
  return runRehearsal({ args: process.argv.slice(2), folder: dataDir, closing });
}

listenForStop();
const exitCode = await withClosing(main);
process.exit(stopSignal.aborted ? INTERRUPTED : exitCode);
