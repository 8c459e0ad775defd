import { forgetEnv } from "@/lib/kernel/env";
import { KEY_SETTINGS } from "@/lib/kernel/settings/signer";

/** Takes the keys out of the settings of this process. Returns the function that brings them back. */
export function takeKeys(): () => void {
  const kept = KEY_SETTINGS.map((name) => [name, process.env[name]] as const);
  for (const name of KEY_SETTINGS) delete process.env[name];
  forgetEnv();
  return () => {
    for (const [name, value] of kept) if (value !== undefined) process.env[name] = value;
    forgetEnv();
  };
}
