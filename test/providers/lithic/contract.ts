import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { oncePerProcess } from "../../once-per-process";
import { type Contract, readContract } from "../contract/contract";
import { ownLithicDocument } from "./own-document";

/**
 * The contracts that requests and answers must satisfy: our own, and Lithic's OpenAPI document if the setting
 * PROVIDER_DOCUMENT_LITHIC names its file. Read once per process.
 */
export function lithicContracts(
  path = process.env.PROVIDER_DOCUMENT_LITHIC,
): [Contract, ...Contract[]] {
  return oncePerProcess(`Lithic's contracts ${path}`, () => readLithicContracts(path));
}

function readLithicContracts(path: string | undefined): [Contract, ...Contract[]] {
  const own = readContract(ownLithicDocument);
  return path ? [own, readContract(parse(readFileSync(path, "utf8")))] : [own];
}

/** Fails if Lithic's own document, where it is known, does not allow a body that the stand-in sends. */
export function checkSent([, official]: readonly Contract[], schema: string, body: unknown): void {
  const problems = official?.problemsOfObject(schema, body) ?? [];
  if (problems.length > 0) throw new Error(`The stand-in is wrong: ${problems.join("; ")}`);
}
