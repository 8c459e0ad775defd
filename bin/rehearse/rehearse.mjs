import { withClosing } from "../bootstrap/closing.mjs";
import { continueWithPackages } from "../bootstrap/continue-with-packages.mjs";
import { prepareDataFolder } from "../bootstrap/data-folder.mjs";
import { becomeOnlyInstance, requireNotRunning } from "../bootstrap/only-instance.mjs";
import { dataPaths } from "../bootstrap/paths.mjs";
import { setting } from "../bootstrap/setting.mjs";
import { readStartSettings } from "../bootstrap/settings.mjs";
import { listenForStop, stopSignal } from "../bootstrap/stop-signal.mjs";

/** As shells report a program that Ctrl-C ended: what was not rehearsed has not been reached. */
const INTERRUPTED = 130;

/**
 * Runs a rehearsal with the installed packages as the only one in its data folder, and ends this process with its exit code.
 *
 * @param {(options: { args: string[], folder: string, closing: import("../bootstrap/closing.mjs").Closing }) => Promise<number>} work
 * @returns {Promise<never>}
 */
export async function rehearse(work) {
  listenForStop();
  const exitCode = await withClosing(async (closing) => {
    const ended = await continueWithPackages();
    if (ended !== undefined) return ended;
    const { dataDir } = readStartSettings({ DATA_DIR: setting("DATA_DIR") ?? ".data-rehearsal" });
    const paths = dataPaths(dataDir);
    await prepareDataFolder(dataDir);
    await requireNotRunning(paths.lock);
    becomeOnlyInstance(paths.lock, closing);
    return work({ args: process.argv.slice(2), folder: dataDir, closing });
  });
  process.exit(stopSignal.aborted ? INTERRUPTED : exitCode);
}
