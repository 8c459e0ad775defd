import { createHmac } from "node:crypto";
import { ProviderRefused } from "@/lib/kernel/provider-error";
import { luhnCheckDigit } from "./luhn";
import type { CardIssuer, RevealedCard } from "./port";
import { refuseCountryOutside } from "./refuse-country";
import { sandboxDisputes } from "./sandbox-disputes";

/** Card networks reserve this range for tests: no card with such a number was ever issued. */
const TEST_RANGE = "400000";
const ACCOUNT_DIGITS = 9;
const VALID_YEARS = 3;

const BILLING_ADDRESS = {
  street: "548 Market Street",
  city: "San Francisco",
  state: "CA",
  postalCode: "94104",
  country: "US",
};

/** Derives `count` decimal digits from the secret, the seed and the label only. */
function digits(secret: Buffer, seed: string, label: string, count: number): string {
  const hash = createHmac("sha256", secret).update(`${label}:${seed}`).digest("hex");
  return (BigInt(`0x${hash}`) % 10n ** BigInt(count)).toString().padStart(count, "0");
}

/** `MM/YY`, some years after the card was made. */
function expiryOf(at: Date): string {
  const month = String(at.getUTCMonth() + 1).padStart(2, "0");
  const year = String((at.getUTCFullYear() + VALID_YEARS) % 100).padStart(2, "0");
  return `${month}/${year}`;
}

/** The sandbox's id of a card contains everything that the card is derived from: `sandbox_<seed>_<MMYY>`. */
const CARD_ID = /^sandbox_(.+)_(\d\d)(\d\d)$/;

function cardOf(secret: Buffer, issuerCardId: string): RevealedCard {
  const [, seed, month, year] = CARD_ID.exec(issuerCardId) ?? [];
  if (seed === undefined)
    throw new ProviderRefused({ provider: "sandbox", operation: "revealCard" });
  const account = TEST_RANGE + digits(secret, seed, "number", ACCOUNT_DIGITS);
  return {
    number: account + luhnCheckDigit(account),
    cvv: digits(secret, seed, "cvv", 3),
    expiry: `${month}/${year}`,
  };
}

/**
 * The issuer of the sandbox. Cards of the test range are derived from the request key, so no store is needed to return
 * the same card for a retry. Nothing is stored, so cards have no status there and cannot be listed. It serves all
 * countries unless some are given.
 */
export function sandboxIssuer(secret: Buffer, countries?: readonly string[]): CardIssuer {
  return {
    name: "sandbox",
    refuseCountry: (code) => countries && refuseCountryOutside(countries, code),
    cardholderReference: (userId) => userId,
    createCardholder: async ({ userId }) => `sandbox_${userId}`,
    updateCardholder: async () => {},
    deactivateCardholder: async () => {},
    issueCard: async ({ requestKey, at }) => {
      const expiry = expiryOf(at);
      const issuerCardId = `sandbox_${requestKey}_${expiry.replace("/", "")}`;
      const { number, cvv } = cardOf(secret, issuerCardId);
      return {
        issuerCardId,
        first6: number.slice(0, 6),
        last4: number.slice(-4),
        expiry,
        billingAddress: BILLING_ADDRESS,
        secrets: { number, cvv },
      };
    },
    setCardStatus: async () => {},
    revealCard: async (issuerCardId) => cardOf(secret, issuerCardId),
    async *listCards() {},
    async *listCardholders() {},
    disputes: sandboxDisputes,
  };
}
