import { z } from "zod";

/** How the process ends on SIGTERM: docs/decisions/0112-graceful-end.md. server/main.ts has the same defaults. */
export const SHUTDOWN_SETTINGS = {
  /** How long the process still serves requests after readiness has turned to 503, so that balancers leave it out. */
  SHUTDOWN_DRAIN_MS: z.coerce.number().int().min(0).max(600_000).default(5_000),
  /** After this time from the signal on, requests under way are cut. */
  SHUTDOWN_LIMIT_MS: z.coerce.number().int().min(0).max(3_600_000).default(20_000),
};

/** Returns the faults of these settings together. The negated comparison passes NaN, which the setting's rule reports. */
export function shutdownSettingFaults(env: {
  SHUTDOWN_DRAIN_MS: number;
  SHUTDOWN_LIMIT_MS: number;
}): { name: string; message: string }[] {
  if (!(env.SHUTDOWN_LIMIT_MS < env.SHUTDOWN_DRAIN_MS)) return [];
  return [{ name: "SHUTDOWN_LIMIT_MS", message: "must not be less than SHUTDOWN_DRAIN_MS" }];
}
