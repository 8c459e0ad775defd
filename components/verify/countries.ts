import { COUNTRY_CODES } from "@/lib/users/fields";
import type { Country } from "./step-document";

/** Lists the countries by name. Server-only, because browsers name some countries differently. */
export function listCountries(): Country[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return [...COUNTRY_CODES]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}
