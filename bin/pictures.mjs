/**
 * `npm run pictures`: makes the screenshots of README anew, from the journeys that visit every page. Needs no running
 * service: the journeys start one with the demo.
 */
import "./bootstrap/check-node.mjs";
import { withClosing } from "./bootstrap/closing.mjs";
import { continueWithPackages } from "./bootstrap/continue-with-packages.mjs";
import { listenForStop, stopSignal } from "./bootstrap/stop-signal.mjs";

/** @param {import("./bootstrap/closing.mjs").Closing} closing */
async function main(closing) {
  const exitCode = await continueWithPackages();
  if (exitCode !== undefined) return exitCode;
  const { makePictures } = await import("./checks/make-pictures.ts");
  return makePictures(closing);
}

listenForStop();
const exitCode = await withClosing(main);
process.exit(stopSignal.aborted ? 130 : exitCode);
