import { isLuhnValid } from "@/lib/cards/issuer/luhn";

const MIN_DIGITS = 12;
/**
 * Sequences of digits, grouped or not. Digits within ids and hashes are excluded, because they have letters beside
 * them.
 */
const DIGITS = /(?<![0-9A-Za-z])\d(?:[ -]?\d){11,18}(?![0-9A-Za-z])/g;

/** Replaces possible card numbers in a text: clients may send them in a reference or an address. */
export function hideCardNumbers(text: string): string {
  if (text.length < MIN_DIGITS) return text;
  return text.replace(DIGITS, (found) =>
    isLuhnValid(found.replaceAll(/[ -]/g, "")) ? "[card number]" : found,
  );
}
