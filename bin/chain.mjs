/**
 * `npm run chain`: the local chains of staging by themselves, in the foreground, for a service that `npm run serve` runs with
 * a database of its own. Writes the settings that lead the service to them into DATA_DIR/chains.env; docs/local-chains.md.
 */
import "./steps/check-node.mjs";
import { withClosing } from "./steps/closing.mjs";
import { prepareDataFolder } from "./steps/data-folder.mjs";
import { setting } from "./steps/database-urls.mjs";
import { installIfStale } from "./steps/install.mjs";
import { becomeOnlyInstance, requireNotRunning } from "./steps/only-instance.mjs";
import { dataPaths } from "./steps/paths.mjs";
import { continueUnderPinnedNode } from "./steps/pinned-node.mjs";
import { readStartSettings } from "./steps/settings.mjs";
import { listenForStop } from "./steps/stop-signal.mjs";

/** @param {import("./steps/closing.mjs").Closing} closing */
async function main(closing) {
  const env = { ...process.env, DATA_DIR: setting("DATA_DIR") ?? ".data-chain" };
  const { dataDir } = readStartSettings(env);
  const paths = dataPaths(dataDir);
  await prepareDataFolder(dataDir);
  await requireNotRunning(paths.lock);
  await installIfStale();
  const exitCode = await continueUnderPinnedNode();
  if (exitCode !== undefined) return exitCode;
  becomeOnlyInstance(paths.lock, closing);
  const { runChains } = await import("./steps/run-chains.mjs");
  return runChains({ dataDir, paths, closing });
}

listenForStop();
process.exit(await withClosing(main));
