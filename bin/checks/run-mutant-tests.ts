import type { Closing } from "../bootstrap/closing.mjs";
import { generateIfStale } from "../build/generate.ts";
import { makeTemporaryFolder } from "../process/make-temporary-folder.ts";
import { runMutants } from "./run-mutants.ts";

/** Runs the mutants whose name contains `named` in a temporary folder. Returns the exit code. */
export async function runMutantTests(closing: Closing, named?: string): Promise<number> {
  makeTemporaryFolder(closing);
  await generateIfStale();
  return runMutants(named);
}
