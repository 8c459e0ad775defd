import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isContract } from "@/lib/api/openapi/contracts";
import type { AnyContract } from "@/lib/contract/contract";
import type { Handler } from "./call";

const repositoryFolder = join(import.meta.dirname, "../..");

/** Every contract that there is, however deep below `lib` its file is: nobody has to name a new one anywhere. */
export async function everyContract(): Promise<AnyContract[]> {
  const files = readdirSync(join(repositoryFolder, "lib"), { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)contract\.ts$/.test(file))
    .sort();
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((file) => import(join(repositoryFolder, "lib", file))),
  );
  return modules.flatMap((module) => Object.values(module).filter(isContract));
}

/** What answers at a contract's path, found where the framework would find it. */
export async function handlerOfContract({ method, path }: AnyContract): Promise<Handler> {
  const folder = path.replaceAll("{", "[").replaceAll("}", "]");
  const route: Partial<Record<string, Handler>> = await import(
    join(repositoryFolder, "app", folder, "route.ts")
  );
  const handler = route[method];
  if (!handler) throw new Error(`app${folder}/route.ts has no ${method}`);
  return handler;
}
