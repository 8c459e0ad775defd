function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Not a cookie of this service, whose cookies are always fully encoded.
    return value;
  }
}

/** The cookies of a `Cookie` header by name; the first one of a repeated name. */
export function readCookies(header: string | null): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null);
  for (const part of (header ?? "").split(";")) {
    const equals = part.indexOf("=");
    if (equals < 1) continue;
    const name = part.slice(0, equals).trim();
    cookies[name] ??= decoded(part.slice(equals + 1).trim());
  }
  return cookies;
}
