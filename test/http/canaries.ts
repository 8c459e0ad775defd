/** Texts that nothing else has, and all the forms in which they could stand in a file. */
export interface Canary {
  name: string;
  text: string;
}

/** The characters of base64 that come from the text alone, wherever in a longer text it stands. */
function base64Of(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
    const first = Math.ceil((before * 8) / 6);
    return whole.toString("base64").slice(first, Math.floor((whole.length * 8) / 6));
  });
}

/** A text of digits as digits, in groups of four, as hex and as base64. */
function formsOf(digits: string): string[] {
  const groups = digits.match(/.{1,4}/g) ?? [];
  const hex = Buffer.from(digits).toString("hex");
  return [digits, groups.join(" "), groups.join("-"), hex, ...base64Of(digits)];
}

/** The names of the canaries that stand somewhere in what was written, in whatever form. */
export function findCanaries(written: Buffer | string, canaries: readonly Canary[]): string[] {
  const bytes = typeof written === "string" ? Buffer.from(written) : written;
  return canaries
    .filter(({ text }) => formsOf(text).some((form) => bytes.includes(form)))
    .map(({ name }) => name);
}
