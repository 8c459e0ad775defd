import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { SqlMigrationAwareDriverAdapterFactory } from "@prisma/driver-adapter-utils";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import * as glue from "@prisma/schema-engine-wasm/schema_engine_bg";

/** The name under which the compiled engine imports its JavaScript part. */
const glueModuleName = "./schema_engine_bg.js";

type WasmExports = WebAssembly.Exports & { __wbindgen_start: () => void };

let instantiated: Promise<void> | undefined;

/**
 * Loads Prisma's schema engine in WebAssembly for a set of schema files and one adapter.
 *
 * The entry of the package imports the `.wasm` file as a module, which Node does not support, and the native engine
 * must be downloaded from a host that a closed network cannot reach.
 */
export async function loadEngine(
  datamodels: [path: string, content: string][],
  adapter: SqlMigrationAwareDriverAdapterFactory,
): Promise<SchemaEngine> {
  instantiated ??= instantiate();
  await instantiated;
  const ignoreLog = () => undefined; // Errors are thrown; the log adds only debug spans.
  return glue.SchemaEngine.new(
    { datamodels },
    ignoreLog,
    bindMigrationAwareSqlAdapterFactory(adapter),
  );
}

/**
 * Replaces the engine's timers by ones that do not keep the process alive. The engine never clears the timeout of its
 * wait for a lock, so a process would run for ten more seconds after its migrations.
 */
function quietTimers(): Record<string, unknown> {
  const names = Object.keys(glue).filter((name) => name.startsWith("__wbg_setTimeout_"));
  const setQuietTimeout = (callback: () => void, delayMs: number) =>
    setTimeout(callback, delayMs >>> 0).unref();
  return Object.fromEntries(names.map((name) => [name, setQuietTimeout]));
}

async function instantiate(): Promise<void> {
  // The engine calls this global function before it aborts; without it the message of the panic is lost.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message(message: string): never {
        throw new Error(`Prisma's schema engine panicked: ${message}`);
      },
    },
  });
  const gluePath = createRequire(import.meta.url).resolve(
    "@prisma/schema-engine-wasm/schema_engine_bg",
  );
  const bytes = await readFile(join(dirname(gluePath), "schema_engine_bg.wasm"));
  const imports = { [glueModuleName]: { ...glue, ...quietTimers() } };
  const { instance } = await WebAssembly.instantiate(
    bytes,
    imports as unknown as WebAssembly.Imports,
  );
  const exports = instance.exports as WasmExports;
  glue.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
}
