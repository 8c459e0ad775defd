import { join } from "node:path";
import type { Closing } from "../bootstrap/closing.mjs";
import { Fault } from "../bootstrap/faults.mjs";
import type { DataPaths } from "../bootstrap/paths.mjs";
import { step } from "../bootstrap/report.mjs";
import { setting } from "../bootstrap/setting.mjs";
import { untilStopped } from "../bootstrap/stop-signal.mjs";
import { keepLogsSmall } from "../process/keep-logs-small.ts";
import { readOrMakeSecrets, writeWhole } from "../service/secrets.ts";
import { startChains } from "./start-chains.ts";

const firstPort = 8545;

interface RunChainsOptions {
  dataDir: string;
  paths: DataPaths;
  closing: Closing;
}

/** Runs a local chain for each staging network until a signal stops the process. Returns the exit code. */
export async function runChains({ dataDir, paths, closing }: RunChainsOptions) {
  const secrets = await step("secrets", () => readOrMakeSecrets(paths));
  // The service's own relayer needs the gas.
  const signerMnemonic = setting("CHAIN_SIGNER_MNEMONIC") ?? secrets.signerMnemonic ?? "";
  process.umask(0o077);
  const started = await step("local chains", () =>
    startChains({
      environment: "staging",
      paths,
      secrets: { ...secrets, signerMnemonic },
      closing,
      firstPort: readFirstPort(setting("CHAIN_PORT")),
      isEach: true,
    }),
  );
  keepLogsSmall(started.logs);
  const file = join(dataDir, "chains.env");
  const lines = Object.entries(started.env).map(([name, value]) => `${name}=${value}`);
  await writeWhole(file, `${lines.join("\n")}\n`);
  const chains = started.chains.map(({ chain, rpcUrl }) => `  chain ${chain.padEnd(17)} ${rpcUrl}`);
  console.log(
    ["\nready", ...chains, `  settings of the service: set -a; . ${file}; set +a`].join("\n"),
  );
  const error = await Promise.race([untilStopped(), started.ended]);
  if (error !== undefined) throw error;
  console.log("\nstopping");
  return 0;
}

/** The ports are the same at each start, because the settings of a service name them. */
function readFirstPort(text: string | undefined) {
  const port = text === undefined ? firstPort : Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_533) return port;
  throw new Fault(
    "settings",
    `CHAIN_PORT=${text}: it is a whole number up to 65533, of the first of three ports (0 picks free ones).`,
  );
}
