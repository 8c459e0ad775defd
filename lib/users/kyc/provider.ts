import { env } from "@/lib/kernel/env";
import type { KycProvider } from "./port";
import { sandboxProvider } from "./sandbox";

let provider: KycProvider | undefined;

function pick(): KycProvider {
  const { KYC_PROVIDER, SERVICE_ENVIRONMENT } = env();
  switch (KYC_PROVIDER) {
    case "sandbox":
      return sandboxProvider({ isStaging: SERVICE_ENVIRONMENT === "staging" });
  }
}

/** Returns the identity verification provider that the settings configure. */
export function kycProvider(): KycProvider {
  provider ??= pick();
  return provider;
}
