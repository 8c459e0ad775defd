import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../bootstrap/faults.mjs";
import { repositoryFolder } from "../bootstrap/paths.mjs";
import { run } from "../bootstrap/run.mjs";
import { generateRoutes } from "./generate-routes.ts";
import { hashFiles } from "./hash-files.ts";

const generatedFolder = join(repositoryFolder, "prisma/generated");
const stampPath = join(generatedFolder, ".stamp");
const inputs = ["prisma/schema", "prisma.config.ts", "node_modules/prisma/package.json"];

/** Generates the table of the API's routes and the Prisma client, each unless it is up to date. Returns whether it did. */
export async function generateIfStale() {
  const hasNewRoutes = await generateRoutes();
  return (await generateClient()) || hasNewRoutes;
}

/** Generates the Prisma client unless it matches the current schema. Returns whether it did. */
async function generateClient() {
  const hash = await hashFiles(repositoryFolder, inputs);
  if (existsSync(stampPath) && (await readFile(stampPath, "utf8")) === hash) return false;
  const { code, output } = await run(
    process.execPath,
    [join(repositoryFolder, "node_modules/prisma/build/index.js"), "generate"],
    {
      cwd: repositoryFolder,
      env: {
        ...process.env,
        // The generator needs no engine, but downloads one unless this variable names an existing file.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: "1",
        CHECKPOINT_DISABLE: "1",
      },
    },
  );
  if (code !== 0) throw new Fault("build", `prisma generate failed:\n\n${output}`);
  await writeFile(stampPath, hash);
  return true;
}
