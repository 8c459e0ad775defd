import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isContract } from "@/lib/api/openapi/contracts";
import type { AnyContract } from "@/lib/contract/contract";
import type { Handler } from "./call";

const repositoryFolder = join(import.meta.dirname, "../..");

/** Returns the contracts of all files `contract.ts` below `lib`, so that a new contract needs no registration. */
export async function everyContract(): Promise<AnyContract[]> {
  const files = readdirSync(join(repositoryFolder, "lib"), { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)contract\.ts$/.test(file))
    .sort();
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(join(repositoryFolder, "lib", file))),
  );
  return modules.flatMap((module) => Object.values(module).filter(isContract));
}

/** Returns the handler at a contract's path, found as the framework finds it. */
export async function handlerOfContract({ method, path }: AnyContract): Promise<Handler> {
  const folder = path.replaceAll("{", "[").replaceAll("}", "]");
  const route: Partial<Record<string, Handler>> = await import(
    join(repositoryFolder, "app", folder, "route.ts")
  );
  const handler = route[method];
  if (!handler) throw new Error(`app${folder}/route.ts has no ${method}`);
  return handler;
}
