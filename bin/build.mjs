/** The production build, with the database client, each unless it is up to date. */
import "./bootstrap/check-node.mjs";
import { withClosing } from "./bootstrap/closing.mjs";
import { continueWithPackages } from "./bootstrap/continue-with-packages.mjs";
import { listenForStop } from "./bootstrap/stop-signal.mjs";

async function main() {
  const exitCode = await continueWithPackages();
  if (exitCode !== undefined) return exitCode;
  const { buildIfStale } = await import("./build/build-app.ts");
  await buildIfStale();
  return 0;
}

listenForStop();
process.exit(await withClosing(main));
