/** `must be at most 100 characters` of `firstName must be …`, as a sentence under the field. */
function sentenceOf(property: string, text: string): string {
  const rest = text.startsWith(`${property} `) ? text.slice(property.length + 1) : text;
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`;
}

/** What the wrong fields must be, by their names: the rules and words of the API, said under each field. */
export function fieldSentences(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([property, text]) => [property, sentenceOf(property, text)]),
  );
}
