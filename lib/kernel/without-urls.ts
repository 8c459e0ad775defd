/** URLs of the database and of nodes, which hold passwords and keys, also in their paths. */
const URL_TEXT =
  /\b((?:https?|wss?|postgres(?:ql)?):\/\/)(?:[^\s/?#"'<>]*@)?([^\s/?#"'<>]*)[^\s"'<>]*/gi;

/** The text with each URL reduced to its scheme and host. */
export function withoutUrls(text: string): string {
  return text.replace(URL_TEXT, "$1$2");
}
