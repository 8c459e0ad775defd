import { createHmac } from "node:crypto";
import { luhnCheckDigit } from "./luhn";
import type { CardIssuer } from "./port";

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

/** Derives `count` decimal digits from the secret, the key and the label only. */
function digits(secret: Buffer, requestKey: string, label: string, count: number): string {
  const hash = createHmac("sha256", secret).update(`${label}:${requestKey}`).digest("hex");
  return (BigInt(`0x${hash}`) % 10n ** BigInt(count)).toString().padStart(count, "0");
}

/**
 * The issuer of the sandbox. Cards of the test range are derived from the request key, so no store is needed to return
 * the same card for a retry.
 */
export function sandboxIssuer(secret: Buffer): CardIssuer {
  return {
    issueCard: async ({ requestKey, at }) => {
      const account = TEST_RANGE + digits(secret, requestKey, "number", ACCOUNT_DIGITS);
      const month = String(at.getUTCMonth() + 1).padStart(2, "0");
      const year = String((at.getUTCFullYear() + VALID_YEARS) % 100).padStart(2, "0");
      return {
        issuerCardId: `sandbox_${requestKey.slice(0, 32)}`,
        number: account + luhnCheckDigit(account),
        cvv: digits(secret, requestKey, "cvv", 3),
        expiry: `${month}/${year}`,
        billingAddress: BILLING_ADDRESS,
      };
    },
    // Nothing is stored, so nothing needs closing.
    closeCard: async () => {},
  };
}
