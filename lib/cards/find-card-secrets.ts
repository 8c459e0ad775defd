import type { z } from "zod";
import { ServiceError } from "@/lib/kernel/errors";
import { isProviderRefused } from "@/lib/kernel/provider-error";
import { askIssuer } from "./issuer/ask-issuer";
import { issuerOfCard } from "./issuer/issuer";
import { presentCardSecrets, presentMaskedCard } from "./present";
import type { cardSecretsSchema } from "./schema";
import type { CardRow } from "./store";

type Secrets = z.input<typeof cardSecretsSchema>;

const UNAVAILABLE =
  "The card issuer does not respond, so the card's number and CVV are not available. Retry after the time given in the Retry-After header.";

/** Fetches the secrets from the issuer. An issuer may refuse them for a terminated card; they are masked then. */
async function fetchSecrets(card: CardRow): Promise<Secrets> {
  const issuer = issuerOfCard(card);
  if (!issuer)
    throw new ServiceError("SERVICE_UNAVAILABLE", {
      text: "The issuer of this card is no longer attached. Contact support.",
    });
  try {
    const { number, cvv, expiry } = await askIssuer(UNAVAILABLE, () =>
      issuer.revealCard(card.issuerCardId),
    );
    return { cardNumber: number, cardCvv: cvv, cardExpiry: expiry };
  } catch (error) {
    if (card.status === "terminated" && isProviderRefused(error)) return presentMaskedCard(card);
    throw error;
  }
}

/**
 * Returns number, CVV and expiry in clear text: unsealed for a card of the sandbox, fetched for a card of a real issuer,
 * whose number and CVV are not stored here.
 * @throws ServiceError SERVICE_UNAVAILABLE when the issuer does not respond.
 */
export async function findCardSecrets(card: CardRow): Promise<Secrets> {
  return presentCardSecrets(card) ?? (await fetchSecrets(card));
}
