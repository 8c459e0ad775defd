import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Closing } from "../bootstrap/closing.mjs";
import { Fault } from "../bootstrap/faults.mjs";
import { repositoryFolder } from "../bootstrap/paths.mjs";
import { step } from "../bootstrap/report.mjs";
import { run } from "../bootstrap/run.mjs";
import { buildIfStale } from "../build/build-app.ts";
import { prepareBase, requireDebianMachine } from "./debian/base.ts";
import { PACKAGES } from "./debian/packages.ts";
import { describeMachine } from "./describe-machine.ts";
import { replaceFigures } from "./page.ts";

const FORMATTER = join(repositoryFolder, "node_modules/@biomejs/biome/bin/biome");

export interface RehearsalOptions {
  args: readonly string[];
  /** Where the Debian base, the logs and the data are. The data are removed at the end. */
  folder: string;
  closing: Closing;
}

/**
 * Builds the service and the Debian base, and makes empty folders for the logs and the data.
 *
 * @param programs the Debian packages whose versions the figures name
 * @returns the folders, and the description of the machine for the figures
 */
export async function prepareRehearsal(
  { folder, closing }: Omit<RehearsalOptions, "args">,
  programs: Parameters<typeof describeMachine>[1],
) {
  requireDebianMachine();
  const base = join(folder, "debian-13");
  const logs = join(folder, "logs");
  const data = join(folder, "run");
  await rm(logs, { recursive: true, force: true });
  await mkdir(logs, { recursive: true });
  await buildIfStale();
  await step("Debian 13", (note) => prepareBase(base, PACKAGES, note));
  const machine = await describeMachine(base, programs);
  await rm(data, { recursive: true, force: true });
  closing.add("The data of the rehearsal", () => rm(data, { recursive: true, force: true }));
  return { base, logs, data, machine };
}

/** Reads `--write`: whether the figures replace those of the page. @throws Fault for anything else. */
export function readWriteOption(args: readonly string[]): boolean {
  const unknown = args.filter((each) => each !== "--write");
  if (unknown.length === 0) return args.length > 0;
  throw new Fault("settings", `${unknown.join(" ")}: the only option is --write.`);
}

interface Report {
  text: string;
  /** The page under docs/ that has the figures; undefined: no page changes. */
  page: string | undefined;
  logs: string;
  isReached: boolean;
}

/**
 * Prints the figures, stores them beside the logs and, if asked to, in the page.
 *
 * @returns the exit code: 1 when a goal was missed
 */
export async function reportFigures({ text, page, logs, isReached }: Report): Promise<number> {
  console.log(`\n${text}\n`);
  await writeFile(join(logs, "figures.md"), `${text}\n`);
  if (page !== undefined) {
    const path = join(repositoryFolder, page);
    await writeFile(path, replaceFigures(await readFile(path, "utf8"), text));
    await run(process.execPath, [FORMATTER, "format", "--write", path], { stdio: "ignore" });
  }
  if (isReached) return 0;
  console.error(`The logs are in ${logs}.`);
  return 1;
}
