import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative } from "node:path";

/**
 * Returns one hash over the names and contents of files and folders. Missing ones are left out.
 *
 * @param names files or folders below root
 */
export async function hashFiles(
  root: string,
  names: string[],
  wanted: (path: string) => boolean = () => true,
) {
  const hash = createHash("sha256");
  for (const name of [...names].sort()) {
    for (const path of (await filesBelow(join(root, name))).sort()) {
      const shortPath = relative(root, path);
      if (!wanted(shortPath)) continue;
      const content = await readFile(path);
      hash.update(`${shortPath}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}

async function filesBelow(path: string): Promise<string[]> {
  const info = await stat(path).catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (info === undefined) return [];
  if (!info.isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
