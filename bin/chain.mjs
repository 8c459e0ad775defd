/**
 * `npm run chain`: the local chains of staging by themselves, in the foreground, for a service that `npm run serve` runs with
 * a database of its own. Writes the settings that lead the service to them into DATA_DIR/chains.env; docs/local-chains.md.
 */
import "./bootstrap/check-node.mjs";
import { withClosing } from "./bootstrap/closing.mjs";
import { continueWithPackages } from "./bootstrap/continue-with-packages.mjs";
import { prepareDataFolder } from "./bootstrap/data-folder.mjs";
import { becomeOnlyInstance, requireNotRunning } from "./bootstrap/only-instance.mjs";
import { dataPaths } from "./bootstrap/paths.mjs";
import { setting } from "./bootstrap/setting.mjs";
import { readStartSettings } from "./bootstrap/settings.mjs";
import { listenForStop } from "./bootstrap/stop-signal.mjs";

/** @param {import("./bootstrap/closing.mjs").Closing} closing */
async function main(closing) {
  const env = { ...process.env, DATA_DIR: setting("DATA_DIR") ?? ".data-chain" };
  const { dataDir } = readStartSettings(env);
  const paths = dataPaths(dataDir);
  await prepareDataFolder(dataDir);
  await requireNotRunning(paths.lock);
  const exitCode = await continueWithPackages();
  if (exitCode !== undefined) return exitCode;
  becomeOnlyInstance(paths.lock, closing);
  const { runChains } = await import("./chains/run-chains.ts");
  return runChains({ dataDir, paths, closing });
}

listenForStop();
process.exit(await withClosing(main));
