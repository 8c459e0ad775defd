const KEPT_AT_END = 4;

/** Shortens a text to `usr_01k9…a2b3` or `0x5290…9EE7`. */
export function shorten(text: string): string {
  const prefix = /^(0x|[a-z]+_)?/.exec(text)?.[0] ?? "";
  const kept = prefix.length + 4;
  return text.length <= kept + KEPT_AT_END + 2
    ? text
    : `${text.slice(0, kept)}…${text.slice(-KEPT_AT_END)}`;
}
