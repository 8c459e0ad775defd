/** Whoever may name the database or a node: their URLs hold passwords and keys, in the path as well. */
const URL_TEXT =
  /\b((?:https?|wss?|postgres(?:ql)?):\/\/)(?:[^\s/?#"'<>]*@)?([^\s/?#"'<>]*)[^\s"'<>]*/gi;

/** The text with each URL cut down to its scheme and host. */
export function withoutUrls(text: string): string {
  return text.replace(URL_TEXT, "$1$2");
}
