function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Not one that we set: ours are always encoded in full.
    return value;
  }
}

/** The cookies of a `Cookie` header by name; of two with one name the first. */
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
