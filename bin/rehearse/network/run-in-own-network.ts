import { spawn } from "node:child_process";
import { Fault } from "../../bootstrap/faults.mjs";
import { repositoryFolder, typeScriptArguments } from "../../bootstrap/paths.mjs";
import { run } from "../../bootstrap/run.mjs";
import { stopSignal } from "../../bootstrap/stop-signal.mjs";

const SETTINGS = "REHEARSAL_SETTINGS";
/**
 * `--propagation private`: what is mounted in there is seen by nobody else. Both end with the last process in them, so no interface,
 * address or mount can be left on this machine, however the rehearsal ends.
 */
const NAMESPACES = ["--net", "--mount", "--propagation", "private"];

/** @throws Fault when this machine lacks what makes the network */
export async function requireNetworkTools(): Promise<void> {
  const [ip, nsenter] = [run("ip", ["-V"]), run("nsenter", ["--version"])];
  await Promise.all([ip, nsenter]).catch((cause) => {
    throw new Fault("settings", "This rehearsal needs ip (iproute2) and nsenter (util-linux).", {
      cause,
    });
  });
}

/**
 * Runs a script of this repository in a network and a mount namespace of its own, where it sees neither this machine's networks nor its
 * loopback, and waits for its end.
 *
 * @param script from the repository's root
 * @param settings what the script reads by `readSettings`
 * @returns its exit code
 */
export async function runInOwnNetwork(script: string, settings: object): Promise<number> {
  const node = [process.execPath, ...typeScriptArguments(script)];
  const child = spawn("setpriv", ["--pdeathsig", "KILL", "unshare", ...NAMESPACES, ...node], {
    cwd: repositoryFolder,
    // It sees the end of this process by the closed channel, also when nobody has asked it to stop.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...process.env, [SETTINGS]: JSON.stringify(settings) },
    // Ctrl-C in the terminal reaches it through us, once.
    detached: true,
  });
  const stop = () => child.kill("SIGTERM");
  stopSignal.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => resolve(code ?? 1));
    });
  } finally {
    stopSignal.removeEventListener("abort", stop);
  }
}

/** What `runInOwnNetwork` gave to this process. */
export const readSettings = <Settings>(): Settings => JSON.parse(process.env[SETTINGS] ?? "");
