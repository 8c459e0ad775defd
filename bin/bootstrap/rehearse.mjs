import { withClosing } from "./closing.mjs";
import { continueWithPackages } from "./continue-with-packages.mjs";
import { prepareDataFolder } from "./data-folder.mjs";
import { becomeOnlyInstance, requireNotRunning } from "./only-instance.mjs";
import { dataPaths } from "./paths.mjs";
import { setting } from "./setting.mjs";
import { readStartSettings } from "./settings.mjs";
import { listenForStop, stopSignal } from "./stop-signal.mjs";

/** The exit code with which shells report a program that Ctrl-C ended: an interrupted rehearsal has not succeeded. */
const INTERRUPTED = 130;

/**
 * Runs a rehearsal with the installed packages as the only one in its data folder, and ends this process with its exit code.
 *
 * @param {(options: { args: string[], folder: string, closing: import("./closing.mjs").Closing }) => Promise<number>} work
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
