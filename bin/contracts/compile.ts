/**
 * `node bin/contracts/compile.ts` writes the artifacts anew after a change of the sources. What is committed is what
 * runs; compile.test.mjs sees to it that the two belong together.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const contractNames = ["TestStablecoin", "TestBatch"];
export const artifactsPath = join(import.meta.dirname, "artifacts.json");

/** A contract as a chain runs it, and its interface. */
export interface Artifact {
  abi: object[];
  deployedBytecode: string;
}

export function compile(): { compiler: string; contracts: Record<string, Artifact> } {
  // Loaded here, as it is 9 MB and only there for development.
  const solc = createRequire(import.meta.url)("solc");
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(contractNames.map((name) => [`${name}.sol`, readSource(name)])),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: "paris",
      // Nothing of the machine on which it was compiled.
      metadata: { appendCBOR: false },
      outputSelection: { "*": { "*": ["abi", "evm.deployedBytecode.object"] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input)));
  const complaints: { formattedMessage: string }[] = output.errors ?? [];
  if (complaints.length > 0) {
    throw new Error(complaints.map(({ formattedMessage }) => formattedMessage).join("\n"));
  }
  const contracts = contractNames.map((name) => {
    const { abi, evm } = output.contracts[`${name}.sol`][name];
    return [name, { abi, deployedBytecode: `0x${evm.deployedBytecode.object}` }];
  });
  return { compiler: solc.version(), contracts: Object.fromEntries(contracts) };
}

function readSource(name: string) {
  return { content: readFileSync(join(import.meta.dirname, `${name}.sol`), "utf8") };
}

if (import.meta.main) {
  writeFileSync(artifactsPath, `${JSON.stringify(compile(), null, 2)}\n`);
}
