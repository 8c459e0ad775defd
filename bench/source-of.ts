import { existsSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { fileURLToPath } from "node:url";
import type { CallFrame } from "./profiler";

const BUILD = "/.next/server/";
const root = `${process.cwd()}/`;
const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    const path = `${file}.map`;
    maps.set(
      file,
      existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, "utf8"))) : undefined,
    );
  }
  return maps.get(file);
}

/** Cuts a path to what follows the project's folder, or to its last package. */
function shortened(path: string): string {
  const inPackage = path.lastIndexOf("node_modules/");
  if (inPackage >= 0) return path.slice(inPackage);
  const inProject = path.lastIndexOf(root);
  if (inProject >= 0) return path.slice(inProject + root.length);
  return path.replace(/^.*\[project\]\//, "").replace(/^(\.\.\/)+/, "");
}

/**
 * Returns the source file of a function in a profile: a path in the project, `node_modules/…`, `node:…`, or the
 * function's name in parentheses for work of V8 itself.
 */
export function sourceOf({ url, functionName, lineNumber, columnNumber }: CallFrame): string {
  if (!url.startsWith("file:")) return url === "" ? functionName : url;
  const file = fileURLToPath(url);
  if (!file.includes(BUILD)) return shortened(file);
  const entry = mapOf(file)?.findEntry(lineNumber, columnNumber);
  return entry && "originalSource" in entry
    ? shortened(decodeURIComponent(entry.originalSource))
    : shortened(file);
}
