/** A country of the list of choices. */
export interface Country {
  code: string;
  name: string;
}

/** Names that people type and the list of names does not contain. */
const ALIASES: Partial<Record<string, string>> = {
  AE: "UAE Emirates",
  CD: "DRC Zaire",
  CI: "Ivory Coast",
  CZ: "Czech Republic",
  GB: "UK England Scotland Wales Great Britain",
  KR: "South Korea",
  MM: "Burma",
  NL: "Holland",
  SZ: "Swaziland",
  US: "USA America",
};

/** Removes accents and case: "Côte d’Ivoire" is found by "cote". */
const plain = (text: string) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replace(/[’']/g, " ").toLowerCase();

/** How well a country matches: 0 is the best, undefined is no match. */
function rankOf({ code, name }: Country, text: string): number | undefined {
  if (plain(code) === text) return 0;
  const names = plain(`${name} ${ALIASES[code] ?? ""}`);
  if (names.startsWith(text)) return 1;
  if (` ${names}`.includes(` ${text}`)) return 2;
  return names.includes(text) ? 3 : undefined;
}

/** Returns the countries whose name or code matches the text, the best matches first; all without a text. */
export function matchCountries(countries: readonly Country[], typed: string): Country[] {
  const text = plain(typed.trim());
  if (text === "") return [...countries];
  return countries
    .flatMap((country) => {
      const rank = rankOf(country, text);
      return rank === undefined ? [] : [{ country, rank }];
    })
    .sort((first, second) => first.rank - second.rank)
    .map(({ country }) => country);
}
