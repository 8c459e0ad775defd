import { Fault } from "./faults.mjs";
import { loadTypeScript } from "./load-typescript.mjs";

/** Ends with one message that names every setting which is missing or invalid. @param {Record<string, string | undefined>} env */
export async function requireValidEnvironment(env) {
  const { readEnv } = await loadTypeScript("lib/env.ts");
  try {
    readEnv(env);
  } catch (error) {
    throw new Fault("settings", error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }
}
