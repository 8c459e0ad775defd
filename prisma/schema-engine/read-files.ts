import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { MigrationList } from "@prisma/schema-engine-wasm";

/** The `prisma` folder of this project, independent of the current directory. */
export const prismaFolder = resolve(import.meta.dirname, "..");

/** Reads the schema's files in the engine's format: path and content, in a stable order. */
export async function readSchemaFiles(folder: string): Promise<[path: string, content: string][]> {
  const schemaFolder = join(folder, "schema");
  const names = (await readdir(schemaFolder)).filter((name) => name.endsWith(".prisma")).sort();
  return Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      const path = join(schemaFolder, name);
      return [path, await readFile(path, "utf8")];
    }),
  );
}

/** Reads the migrations in the engine's format. */
export async function readMigrations(folder: string): Promise<MigrationList> {
  const baseDir = join(folder, "migrations");
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const lockPath = join(baseDir, "migration_lock.toml");
  return {
    baseDir,
    lockfile: {
      path: "migration_lock.toml",
      content: existsSync(lockPath) ? await readFile(lockPath, "utf8") : null,
    },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: {
            tag: "ok" as const,
            value: await readFile(join(baseDir, name, "migration.sql"), "utf8"),
          },
        },
      })),
    ),
  };
}

/** Returns the text of each migration by its name. */
export function scriptsByName(migrations: MigrationList): Map<string, string> {
  const scripts = new Map<string, string>();
  for (const { path, migrationFile } of migrations.migrationDirectories) {
    if (migrationFile.content.tag === "ok") scripts.set(path, migrationFile.content.value);
  }
  return scripts;
}
