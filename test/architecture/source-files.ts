import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A file that the checks read; self-tests use fictitious ones. */
export interface SourceFile {
  /** The path from the repository's root, with forward slashes. */
  path: string;
  text: string;
}

export const repositoryFolder = join(import.meta.dirname, "../..");

const FOLDERS = ["app", "components", "lib", "server", "bin", "bench", "prisma", "test", "e2e"];
const CODE = /\.(ts|tsx|mts|mjs)$/;
const NOT_WRITTEN_BY_US = /^(prisma|server)\/generated\/|\.d\.m?ts$/;

function pathsIn(folder: string): string[] {
  return readdirSync(join(repositoryFolder, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(repositoryFolder.length + 1));
}

let read: readonly SourceFile[] | undefined;

/** Returns all code of the repository, including tests. Read once per process, so that syntax.ts parses each file once. */
export function sourceFiles(): SourceFile[] {
  read ??= readFiles();
  return [...read];
}

function readFiles(): SourceFile[] {
  const entries = readdirSync(repositoryFolder, { withFileTypes: true });
  const rootFiles = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const folders = entries.filter((entry) => entry.isDirectory() && FOLDERS.includes(entry.name));
  return [...rootFiles, ...folders.flatMap(({ name }) => pathsIn(name))]
    .filter((path) => CODE.test(path) && !NOT_WRITTEN_BY_US.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(repositoryFolder, path), "utf8") }));
}

/** Whether a file is a test or is used only by tests. */
export function isTest({ path }: SourceFile): boolean {
  return /\.(test|spec)\.(tsx?|mjs)$/.test(path) || /^(test|e2e)\//.test(path);
}

/** Whether a file belongs to the service: not to tests, scripts or benchmarks. */
export function isService(file: SourceFile): boolean {
  return /^(app|components|lib|server)\//.test(file.path) && !isTest(file);
}
