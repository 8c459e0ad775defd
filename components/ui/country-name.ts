const NAMES = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** Returns the English name of a country by its ISO 3166 code; other texts as they are. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (NAMES.of(code) ?? code) : code;
}
