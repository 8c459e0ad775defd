/** Indents JSON. Returns a text that is not JSON unchanged, such as a truncated body or a response of a proxy. */
export function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
