import { loadTypeScript } from "../bootstrap/load-typescript.mjs";

/**
 * What production cannot do as nobody outside does it.
 *
 * @param {import("../../lib/kernel/env.ts").Env} env
 * @returns {Promise<import("../../lib/kernel/missing-providers.ts").MissingProvider[]>}
 */
export async function missingProviders(env) {
  const loaded = await loadTypeScript("lib/kernel/missing-providers.ts");
  return /** @type {any} */ (loaded).missingProviders(env);
}
