/** The production build, with the database client, each unless it is up to date. */
import "./bootstrap/check-node.mjs";
import { withClosing } from "./bootstrap/closing.mjs";
import { installIfStale } from "./bootstrap/install.mjs";
import { continueUnderPinnedNode } from "./bootstrap/pinned-node.mjs";
import { listenForStop } from "./bootstrap/stop-signal.mjs";
import { buildIfStale } from "./build/build-app.mjs";

async function main() {
  await installIfStale();
  const exitCode = await continueUnderPinnedNode();
  if (exitCode !== undefined) return exitCode;
  await buildIfStale();
  return 0;
}

listenForStop();
process.exit(await withClosing(main));
