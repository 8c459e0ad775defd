/** The API's rules that a form words differently, because it does not repeat the field's name. */
const REWORDED: readonly [RegExp, string][] = [
  [/^should not be empty$/, "this field is required"],
  [/^must be true$/, "this must be accepted"],
  [/^must not be greater than (.+)$/, "must be at most $1"],
  [/^must not be less than (.+)$/, "must be at least $1"],
];

/** Converts `firstName must be at most 100 characters` to a sentence under the field, without the field's name. */
function sentenceOf(property: string, text: string): string {
  const rule = text.startsWith(`${property} `) ? text.slice(property.length + 1) : text;
  const [pattern, words] = REWORDED.find(([each]) => each.test(rule)) ?? [];
  const rest = pattern && words !== undefined ? rule.replace(pattern, words) : rule;
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`;
}

/** Returns a sentence for each invalid field, by the field's name. */
export function fieldSentences(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([property, text]) => [property, sentenceOf(property, text)]),
  );
}
