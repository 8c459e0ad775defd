/**
 * Why a programme that serves some countries cannot serve a resident of another one; undefined when it can. Codes are
 * ISO 3166-1 alpha-2.
 */
export function refuseCountryOutside(
  countries: readonly string[],
  countryCode: string,
): string | undefined {
  if (countries.includes(countryCode)) return undefined;
  return `Cards are not available to residents of ${countryCode}. They are available to residents of ${countries.join(", ")}.`;
}
