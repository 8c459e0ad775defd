/** A text as PostgreSQL can store it: without U+0000, and with U+FFFD in the place of lone surrogates. */
export const storableText = (value: string): string =>
  value.toWellFormed().replaceAll("\u0000", "");
