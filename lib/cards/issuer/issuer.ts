import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";
import { PROVIDER_RETRY_AFTER_S } from "@/lib/kernel/missing-providers";
import type { CardIssuer } from "./port";
import { sandboxIssuer } from "./sandbox";

let issuer: CardIssuer | undefined;

function pick(): CardIssuer {
  const { CARD_ISSUER, SANDBOX_SECRET, SERVICE_ENVIRONMENT } = env();
  switch (CARD_ISSUER) {
    case "sandbox":
      // A production card with a number of the test range would be worthless, so no money may be taken for one.
      if (SERVICE_ENVIRONMENT === "production") {
        throw new ServiceError("SERVICE_UNAVAILABLE", {
          text: "Cards are not available on this service yet. Contact support.",
          headers: { "Retry-After": PROVIDER_RETRY_AFTER_S },
        });
      }
      return sandboxIssuer(Buffer.from(SANDBOX_SECRET ?? "", "base64"));
  }
}

/** Returns the issuer that the settings configure. */
export function cardIssuer(): CardIssuer {
  issuer ??= pick();
  return issuer;
}
