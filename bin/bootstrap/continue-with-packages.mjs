import { installIfStale } from "./install.mjs";
import { continueUnderPinnedNode } from "./pinned-node.mjs";

/**
 * Installs the packages, continues under the pinned Node and lets this process import TypeScript. Returns the exit code when
 * another process, under the pinned Node, has run the command to its end; else undefined.
 *
 * @returns {Promise<number | undefined>}
 */
export async function continueWithPackages() {
  await installIfStale();
  const exitCode = await continueUnderPinnedNode();
  if (exitCode === undefined) await import("./run-typescript.mjs");
  return exitCode;
}
