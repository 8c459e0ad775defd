import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { repositoryFolder } from "../bootstrap/paths.mjs";

const apiFolder = join(repositoryFolder, "app/api");
const routesPath = join(repositoryFolder, "server/generated/routes.ts");

/**
 * Writes the table by which our server finds the route modules of the API, unless it is up to date. Returns whether it
 * wrote.
 */
export async function generateRoutes() {
  const text = routesText(await routeFolders());
  const known = await readFile(routesPath, "utf8").catch(() => undefined);
  if (text === known) return false;
  await mkdir(dirname(routesPath), { recursive: true });
  await writeFile(routesPath, text);
  return true;
}

/** The folders of app that hold a route module of the API, like `api/cards/[id]`. */
export async function routeFolders() {
  const files = await readdir(apiFolder, { recursive: true });
  return files
    .filter((file) => /(^|[\\/])route\.tsx?$/.test(file))
    .map((file) => relative(dirname(apiFolder), join(apiFolder, dirname(file))))
    .sort();
}

/** The table as a TypeScript module. */
export function routesText(folders: string[]) {
  const imports = folders.map((folder, i) => `import * as route${i} from "@/app/${folder}/route";`);
  const entries = folders.map((folder, i) => `  "/${folder}": route${i},`);
  return [
    "/** Written by bin/generate.mjs: the route modules of the API by pattern. Do not edit. */",
    ...imports,
    "",
    "export const routes = {",
    ...entries,
    "};",
    "",
  ].join("\n");
}
