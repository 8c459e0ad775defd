import { type Env, readEnv } from "@/lib/kernel/env";
import { Fault } from "../bootstrap/faults.mjs";

/** Ends with one message that names every setting which is missing or invalid. Returns the settings, parsed. */
export function requireValidEnvironment(env: Record<string, string | undefined>): Env {
  try {
    return readEnv(env);
  } catch (error) {
    throw new Fault("settings", error instanceof Error ? error.message : String(error), {
      cause: error,
    });
  }
}
