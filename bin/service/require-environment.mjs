import { Fault } from "../bootstrap/faults.mjs";
import { loadTypeScript } from "../bootstrap/load-typescript.mjs";

/**
 * Ends with one message that names every setting which is missing or invalid. Returns the settings, parsed.
 *
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<import("../../lib/kernel/env.ts").Env>}
 */
export async function requireValidEnvironment(env) {
  const { readEnv } = await loadTypeScript("lib/kernel/env.ts");
  try {
    return /** @type {any} */ (readEnv)(env);
  } catch (error) {
    throw new Fault("settings", error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }
}
