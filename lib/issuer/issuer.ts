import { env } from "@/lib/env";
import type { CardIssuer } from "./port";
import { sandboxIssuer } from "./sandbox";

let issuer: CardIssuer | undefined;

function pick(): CardIssuer {
  const { CARD_ISSUER, SANDBOX_SECRET } = env();
  switch (CARD_ISSUER) {
    case "sandbox":
      return sandboxIssuer(Buffer.from(SANDBOX_SECRET ?? "", "base64"));
  }
}

/** The issuer that the settings name. */
export function cardIssuer(): CardIssuer {
  issuer ??= pick();
  return issuer;
}
