import { existsSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "../bootstrap/faults.mjs";
import { repositoryFolder } from "../bootstrap/paths.mjs";

const archNames = { x64: "amd64" } as Record<string, string>;

/**
 * Returns the anvil program of the installed package. The package's own command is a script that starts it: when the script
 * is killed, the program stays behind.
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
