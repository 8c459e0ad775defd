import { loadTypeScript } from "./load-typescript.mjs";

/**
 * What production cannot do as nobody outside does it.
 *
 * @param {import("../../lib/env.ts").Env} env
 * @returns {Promise<import("../../lib/missing-providers.ts").MissingProvider[]>}
 */
export async function missingProviders(env) {
  const loaded = await loadTypeScript("lib/missing-providers.ts");
  return /** @type {any} */ (loaded).missingProviders(env);
}
