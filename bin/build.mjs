/** The production build, with the database client, each unless it is up to date. */
import "./steps/check-node.mjs";
import { buildIfStale } from "./steps/build.mjs";
import { withClosing } from "./steps/closing.mjs";
import { installIfStale } from "./steps/install.mjs";
import { continueUnderPinnedNode } from "./steps/pinned-node.mjs";
import { listenForStop } from "./steps/stop-signal.mjs";

async function main() {
  await installIfStale();
  const exitCode = await continueUnderPinnedNode();
  if (exitCode !== undefined) return exitCode;
  await buildIfStale();
  return 0;
}

listenForStop();
process.exit(await withClosing(main));
