import { env } from "@/lib/kernel/env";
import type { KycProvider } from "./port";
import { sandboxProvider } from "./sandbox";
import { stripeIdentityProvider } from "./stripe/stripe-identity";
import { sumsubProvider } from "./sumsub/sumsub";

const MAKERS: Readonly<Record<string, () => KycProvider>> = {
  sandbox: () => sandboxProvider({ isStaging: env().SERVICE_ENVIRONMENT === "staging" }),
  sumsub: sumsubProvider,
  stripe: stripeIdentityProvider,
};

/** Returns a provider by its name, also one that the settings no longer configure. */
export function providerNamed(name: string): KycProvider {
  const make = MAKERS[name];
  if (!make) throw new Error(`${name} is no identity provider`);
  return make();
}

/** Returns the identity verification provider that the settings configure. */
export const kycProvider = (): KycProvider => providerNamed(env().KYC_PROVIDER);
