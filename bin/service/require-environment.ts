import { type Env, readEnv } from "@/lib/kernel/env";
import { simulatedInProduction } from "@/lib/kernel/settings/missing-providers";
import { Fault } from "../bootstrap/faults.mjs";

/**
 * Ends with one message that names every setting which is missing or invalid, and simulated providers in production.
 * Returns the settings, parsed.
 */
export function requireValidEnvironment(env: Record<string, string | undefined>): Env {
  try {
    return readEnv(env, simulatedInProduction);
  } catch (error) {
    throw new Fault("settings", error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }
}
