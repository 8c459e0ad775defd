import { existsSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../bootstrap/faults.mjs";
import { repositoryFolder } from "../bootstrap/paths.mjs";

const archNames = { x64: "amd64" } as Record<string, string>;

/**
 * The program of the local chains that came with npm. The package's own command is a script that starts it: killed, that
 * one would leave the program behind.
 */
export function findAnvil() {
  const arch = archNames[process.arch] ?? process.arch;
  const name = `anvil-${process.platform}-${arch}`;
  const program = join(repositoryFolder, "node_modules/@foundry-rs", name, "bin/anvil");
  if (existsSync(program)) return program;
  throw new Fault(
    "chain",
    `There is no local chain for ${process.platform}-${process.arch}: the package @foundry-rs/${name} is not ` +
      "installed. Set RPC_URL_BASE_SEPOLIA, RPC_URL_POLYGON_AMOY and RPC_URL_OPTIMISM_SEPOLIA to nodes of your own.",
  );
}
