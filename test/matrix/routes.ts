import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { call } from "@/test/make";
import type { Operation } from "./operations";

type Handler = Parameters<typeof call>[0];

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const repositoryFolder = join(import.meta.dirname, "../..");
const ROOTS = ["app/api/v1/partner", "app/api/v2/partner", "app/api/v1/sandbox"];

/** The route files below the roots, by their path: `/api/v1/partner/card/{serviceCardId}`. */
function routeFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const root of ROOTS) {
    for (const file of readdirSync(join(repositoryFolder, root), {
      recursive: true,
      encoding: "utf8",
    })) {
      if (!file.endsWith(`route.ts`)) continue;
      const whole = join(repositoryFolder, root, file);
      const folders = relative(join(repositoryFolder, "app"), whole).split(sep).slice(0, -1);
      const path = `/${folders.join("/")}`.replaceAll("[", "{").replaceAll("]", "}");
      files.set(path, whole);
    }
  }
  return files;
}

/** Every handler that the route files export, by `METHOD /path`. */
export async function findHandlers(): Promise<Map<string, Handler>> {
  const handlers = new Map<string, Handler>();
  for (const [path, file] of routeFiles()) {
    const module: Partial<Record<string, Handler>> = await import(file);
    for (const method of METHODS) {
      const handler = module[method];
      if (handler) handlers.set(`${method} ${path}`, handler);
    }
  }
  return handlers;
}

/** The handler of an operation, as a client reaches it. */
export function handlerOf(handlers: Map<string, Handler>, { contract }: Operation): Handler {
  const handler = handlers.get(`${contract.method} ${contract.path}`);
  if (!handler) throw new Error(`no route serves ${contract.method} ${contract.path}`);
  return handler;
}
