/** The rules of the API that a form states in other words: it does not name the field again. */
const REWORDED: readonly [RegExp, string][] = [
  [/^should not be empty$/, "this field is required"],
  [/^must be true$/, "this must be accepted"],
  [/^must not be greater than (.+)$/, "must be at most $1"],
  [/^must not be less than (.+)$/, "must be at least $1"],
];

/** `must be at most 100 characters` of `firstName must be …`, as a sentence under the field. */
function sentenceOf(property: string, text: string): string {
  const rule = text.startsWith(`${property} `) ? text.slice(property.length + 1) : text;
  const [pattern, words] = REWORDED.find(([each]) => each.test(rule)) ?? [];
  const rest = pattern && words !== undefined ? rule.replace(pattern, words) : rule;
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`;
}

/** The broken rule of each invalid field, by the field's name, as a sentence to show under the field. */
export function fieldSentences(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([property, text]) => [property, sentenceOf(property, text)]),
  );
}
