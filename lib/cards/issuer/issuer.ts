import { env } from "@/lib/kernel/env";
import { ServiceError } from "@/lib/kernel/errors";
import { PROVIDER_RETRY_AFTER_S } from "@/lib/kernel/settings/missing-providers";
import { attachedIssuers } from "@/lib/kernel/settings/provider";
import { stripeClient } from "@/lib/kernel/stripe/client";
import type { IssuerName } from "../network/message";
import { lithicIssuer } from "./lithic";
import { lithicSettings } from "./lithic/settings";
import type { CardIssuer } from "./port";
import { sandboxIssuer } from "./sandbox";
import { StripeIssuer } from "./stripe/issuer";

/** Money must not be taken for a card that nobody can use. */
const notAvailable = () =>
  new ServiceError("SERVICE_UNAVAILABLE", {
    text: "Cards are not available on this service yet. Contact support.",
    headers: { "Retry-After": PROVIDER_RETRY_AFTER_S },
  });

/** Other countries need a programme of their own, which the operator names in CARD_COUNTRIES. */
const STRIPE_COUNTRIES = ["US"];

const made = new Map<IssuerName, CardIssuer>();

function make(name: IssuerName): CardIssuer {
  const settings = env();
  const { CARD_COUNTRIES, SANDBOX_SECRET, SERVICE_ENVIRONMENT } = settings;
  switch (name) {
    case "sandbox":
      // A production card with a number of the test range would be worthless.
      if (SERVICE_ENVIRONMENT === "production") throw notAvailable();
      return sandboxIssuer(Buffer.from(SANDBOX_SECRET ?? "", "base64"), CARD_COUNTRIES);
    case "stripe":
      return new StripeIssuer(stripeClient(settings), CARD_COUNTRIES ?? STRIPE_COUNTRIES);
    case "lithic":
      return lithicIssuer(lithicSettings(settings));
  }
}

function issuerNamed(name: IssuerName): CardIssuer {
  const issuer = made.get(name) ?? make(name);
  made.set(name, issuer);
  return issuer;
}

/** Returns the issuer of new cards. */
export function cardIssuer(): CardIssuer {
  return issuerNamed(env().CARD_ISSUER);
}

/**
 * Returns the real issuers that are attached, the one of new cards first. The sandbox has no cards that could be listed or
 * changed there.
 */
export function outsideIssuers(): CardIssuer[] {
  return attachedIssuers(env()).map(issuerNamed);
}

/**
 * Returns the issuers whose disputes can be followed: those of former issuers too, because a dispute takes months. Production
 * has no disputes of the sandbox.
 */
export function disputesIssuers(): Pick<CardIssuer, "name" | "disputes">[] {
  const hasSandbox = env().SERVICE_ENVIRONMENT !== "production";
  return [...(hasSandbox ? [issuerNamed("sandbox")] : []), ...outsideIssuers()];
}

/** Returns the issuer of an existing card; undefined when its settings are gone. */
export function issuerOfCard({ issuer }: { issuer: string }): CardIssuer | undefined {
  const current = cardIssuer();
  if (issuer === current.name) return current;
  return outsideIssuers().find(({ name }) => name === issuer);
}
