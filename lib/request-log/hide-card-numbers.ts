import { isLuhnValid } from "@/lib/cards/issuer/luhn";

const MIN_DIGITS = 12;
const MAX_DIGITS = 19;
/** Sequences of digits in groups, of any length: an expiry, a CVV or another card can stand beside a card number. */
const SEQUENCES = /\d[\d \u00a0\u202f-]*/g;
const LETTER = /[A-Za-z]/;

/** Stands in the place of a card number. */
export const CARD_NUMBER_MARK = "[card number]";

/** A group of digits, and where it stands in the sequence. */
interface Group {
  digits: string;
  start: number;
  end: number;
}

/** Whether a possible card number begins with the first group; returns the end of the longest one, or undefined. */
function endOfNumber(groups: readonly Group[]): number | undefined {
  let digits = "";
  let found: number | undefined;
  for (const [index, group] of groups.entries()) {
    // One character separates the groups of a number.
    if (group.start - (groups[index - 1]?.end ?? group.start) > 1) break;
    digits += group.digits;
    if (digits.length > MAX_DIGITS) break;
    if (digits.length >= MIN_DIGITS && isLuhnValid(digits)) found = group.end;
  }
  return found;
}

/**
 * Replaces the possible card numbers of a sequence that begins at `offset` of the text; those that share groups are replaced
 * together. Digits within ids and hashes are left, because they have letters beside them.
 */
function hideIn(sequence: string, offset: number, text: string): string {
  const isLetter = (at: number) => LETTER.test(text.charAt(offset + at));
  const groups = Array.from(sequence.matchAll(/\d+/g), ({ 0: digits, index: start }) => ({
    ...{ digits, start, end: start + digits.length },
  })).filter(({ start, end }) => !isLetter(start - 1) && !isLetter(end));
  let shown = "";
  let hiddenTo = 0;
  for (const [index, { start }] of groups.entries()) {
    const end = endOfNumber(groups.slice(index, index + MAX_DIGITS));
    if (end === undefined || end <= hiddenTo) continue;
    if (start >= hiddenTo) shown += sequence.slice(hiddenTo, start) + CARD_NUMBER_MARK;
    hiddenTo = end;
  }
  return shown + sequence.slice(hiddenTo);
}

/** Replaces possible card numbers in a text: clients may send them in a reference or an address. */
export function hideCardNumbers(text: string): string {
  return text.length < MIN_DIGITS ? text : text.replace(SEQUENCES, hideIn);
}
