/** A unique text that must not appear in anything written. */
export interface Canary {
  name: string;
  text: string;
}

/** The base64 characters that depend on the text alone, for each of its three alignments in a longer text. */
function base64Of(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const first = Math.ceil((before * 8) / 6);
    return whole.toString("base64").slice(first, Math.floor((whole.length * 8) / 6));
  });
}

/** The forms of a string of digits: plain, in groups of four, hexadecimal, and base64. */
function formsOf(digits: string): string[] {
  const groups = digits.match(/.{1,4}/g) ?? [];
  const hex = Buffer.from(digits).toString("hex");
  return [digits, groups.join(" "), groups.join("-"), hex, ...base64Of(digits)];
}

/** Returns the names of the canaries that `written` contains in any form. */
export function findCanaries(written: Buffer | string, canaries: readonly Canary[]): string[] {
  const bytes = typeof written === "string" ? Buffer.from(written) : written;
  return canaries
    .filter(({ text }) => formsOf(text).some((form) => bytes.includes(form)))
    .map(({ name }) => name);
}
