import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { call, type Handler } from "@/test/http/call";
import type { Operation } from "./operations";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const repositoryFolder = join(import.meta.dirname, "../..");
const ROOTS = ["app/api/v1/partner", "app/api/v2/partner", "app/api/v1/sandbox"];

/** Returns the route files below the roots by URL path: `/api/v1/partner/card/{serviceCardId}`. */
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

interface Handlers {
  /** The handlers of operations, by `METHOD /path`. */
  served: Map<string, Handler>;
  /** The handlers that respond METHOD_NOT_ALLOWED. */
  refused: Map<string, Handler>;
}

/** Whether a handler responds METHOD_NOT_ALLOWED; such a handler needs no key. */
async function isRefusal(handler: Handler, method: string): Promise<boolean> {
  return (await call(handler, { method })).json?.message === "METHOD_NOT_ALLOWED";
}

/** Returns every handler that the route files export. */
export async function findHandlers(): Promise<Handlers> {
  const handlers: Handlers = { served: new Map(), refused: new Map() };
  for (const [path, file] of routeFiles()) {
    const module: Partial<Record<string, Handler>> = await import(file);
    for (const method of METHODS) {
      const handler = module[method];
      if (!handler) continue;
      const kind = (await isRefusal(handler, method)) ? "refused" : "served";
      handlers[kind].set(`${method} ${path}`, handler);
    }
  }
  return handlers;
}

/** Returns the handler of an operation's route. */
export function handlerOf(
  { served }: Handlers,
  { contract }: Pick<Operation, "contract">,
): Handler {
  const handler = served.get(`${contract.method} ${contract.path}`);
  if (!handler) throw new Error(`no route serves ${contract.method} ${contract.path}`);
  return handler;
}
