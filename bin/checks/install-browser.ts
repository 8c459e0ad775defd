import { Fault } from "../bootstrap/faults.mjs";
import { installedProgram, repositoryFolder } from "../bootstrap/paths.mjs";
import { run } from "../bootstrap/run.mjs";
import { findBrowser } from "./find-browser.ts";

const downloadTimeoutMs = 5 * 60_000;
const packageTimeoutMs = 15 * 60_000;
/** Debian's. Other distributions may have the second one alone. */
const packages = ["chromium-headless-shell", "chromium"];

/** Finds a Chromium or installs one. Returns how it came, and ends with what to do if it did not. */
export async function installBrowserIfMissing() {
  if (findBrowser() !== undefined) return "there";
  const tries = [
    { name: "Playwright's download", install: downloadBrowser },
    ...packages.map((name) => ({
      name: `apt-get install ${name}`,
      install: () => installPackage(name),
    })),
  ];
  const failures = [];
  for (const { name, install } of tries) {
    const failure = await install();
    if (findBrowser() !== undefined) return name;
    failures.push(`${name}: ${failure.split("\n").slice(-5).join("\n  ")}`);
  }
  throw new Fault(
    "install",
    "There is no Chromium for the journeys, and none could be installed. Install it with your " +
      "system's packages (Debian: apt-get install chromium-headless-shell), or set CHROMIUM_PATH to one.\n\n" +
      failures.join("\n"),
  );
}

/** @returns what it said */
async function downloadBrowser(): Promise<string> {
  const { output } = await run(
    process.execPath,
    [installedProgram("playwright"), "install", "chromium"],
    { cwd: repositoryFolder, timeoutMs: downloadTimeoutMs },
  );
  return output;
}

/** @returns what it said */
async function installPackage(name: string): Promise<string> {
  if (process.getuid?.() !== 0) return "only root may; run it as root once";
  const options = {
    timeoutMs: packageTimeoutMs,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  try {
    const updated = await run("apt-get", ["update"], options);
    if (updated.code !== 0) return updated.output;
    return (await run("apt-get", ["install", "-y", name], options)).output;
  } catch (error) {
    return error instanceof Error ? error.message : String(error); // There is no apt-get here.
  }
}
