/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ə: "a",
};

/**
 * How machine-readable zones of passports write these letters, in place of leaving the accent out. Source: ICAO Doc 9303,
 * part 3, section 6.
 */
const PASSPORT_LETTERS: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  å: "aa",
  ø: "oe",
};

type Letters = Readonly<Record<string, string>>;

/** Returns the parts of a name without accents, letter case and punctuation. */
function partsOf(name: string, letters: Letters): string[] {
  return (
    name
      // Compatible forms such as full-width letters first; each letter with its accent is one character then.
      .normalize("NFKC")
      .toLowerCase()
      .replace(/\p{L}/gu, (letter) => letters[letter] ?? LETTERS[letter] ?? letter)
      .normalize("NFKD")
      .replace(/[\p{M}\p{Lm}'’‘`´]/gu, "")
      .split(/[^\p{L}\p{N}]+/u)
      .filter((part) => part !== "")
  );
}

interface Run {
  joined: string;
  length: number;
  /** The list without the run. */
  rest: string[];
}

/** Returns the runs of a list: neighbours that may be written as one word. */
const runsOf = (parts: readonly string[]): Run[] =>
  parts.flatMap((_, from) =>
    parts.slice(from).map((__, more) => {
      const to = from + more + 1;
      const rest = [...parts.slice(0, from), ...parts.slice(to)];
      return { joined: parts.slice(from, to).join(""), length: to - from, rest };
    }),
  );

/** Names have few parts. More could take long to compare, and are no name. */
const MAX_PARTS = 10;

/**
 * Whether every part of `wanted` is in `given`, whatever the order. `mary jane` is `maryjane` in both directions, but the
 * words on both sides cannot be cut differently.
 */
function containsAll(given: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  return wanted.some((_, more) => {
    const joined = wanted.slice(0, more + 1).join("");
    return runsOf(given).some(
      (run) =>
        run.joined === joined &&
        (more === 0 || run.length === 1) &&
        containsAll(run.rest, wanted.slice(more + 1)),
    );
  });
}

interface Name {
  firstName: string;
  lastName: string;
}

const fullPartsOf = ({ firstName, lastName }: Name, letters: Letters) =>
  partsOf(`${firstName} ${lastName}`, letters);

/**
 * Whether a document is of the registered person. Letter case, accents, punctuation and the order of names do not matter,
 * and the document may have further names. Every registered name must be on the document: `ü` as `u` or as `ue`, as
 * passports write it. Names in another script are another name, because transliterations are ambiguous.
 */
export function namesMatch(registered: Name, document: Name): boolean {
  const given = [{}, PASSPORT_LETTERS].map((letters) => fullPartsOf(document, letters));
  const wanted = [{}, PASSPORT_LETTERS].map((letters) => fullPartsOf(registered, letters));
  if ([...given, ...wanted].some(({ length }) => length === 0 || length > MAX_PARTS)) return false;
  return given.some((all) => wanted.some((parts) => containsAll(all, parts)));
}
