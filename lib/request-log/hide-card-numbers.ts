import { isLuhnValid } from "@/lib/cards/issuer/luhn";

const MIN_DIGITS = 12;
/** Digits on their own, in groups or not: those within ids and hashes have letters beside them. */
const DIGITS = /(?<![0-9A-Za-z])\d(?:[ -]?\d){11,18}(?![0-9A-Za-z])/g;

/** A text without what could be a card number, wherever a client wrote it: in a reference, in an address. */
export function hideCardNumbers(text: string): string {
  if (text.length < MIN_DIGITS) return text;
  return text.replace(DIGITS, (found) =>
    isLuhnValid(found.replaceAll(/[ -]/g, "")) ? "[card number]" : found,
  );
}
