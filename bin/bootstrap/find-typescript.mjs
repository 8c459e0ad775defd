import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { repositoryFolder } from "./paths.mjs";

const endings = [".ts", ".tsx", "/index.ts"];

/**
 * Finds the file of an import that only a bundler resolves: one that begins with `@/` (the root of the repository), or
 * has no extension. Returns undefined where Node finds the module by itself.
 *
 * @param {string} specifier
 * @param {string | undefined} parentUrl of the importing file
 * @returns {string | undefined}
 */
export function findTypeScript(specifier, parentUrl) {
  const path = pathOf(specifier, parentUrl);
  if (path === undefined) return undefined;
  const hasExtension = /\.([mc]?[jt]sx?|json)$/.test(path);
  if (hasExtension) return specifier.startsWith("@/") ? path : undefined;
  return endings.map((ending) => path + ending).find((file) => existsSync(file));
}

/** @param {string} specifier @param {string | undefined} parentUrl */
function pathOf(specifier, parentUrl) {
  if (specifier.startsWith("@/")) return join(repositoryFolder, specifier.slice(2));
  // Also the index of a folder: `.` and `..`.
  const isRelative = /^\.{1,2}(\/|$)/.test(specifier);
  if (!isRelative || !parentUrl?.startsWith("file:")) return undefined;
  // A package's files are JavaScript.
  if (parentUrl.includes("/node_modules/")) return undefined;
  return join(dirname(fileURLToPath(parentUrl)), specifier);
}
