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

/**
 * Marks that people and documents leave out: accents, which have no script of their own, and the points of Arabic and Hebrew.
 * In other scripts marks are vowels, without which different names are equal, and in Japanese they change the consonant.
 */
const ACCENTS =
  /(?=\p{M})[\p{Script=Inherited}\p{Script=Arabic}\p{Script=Hebrew}](?<![\u3099\u309a])/gu;
/** Apostrophes, also those that are letters of Hawaiian and other languages. */
const APOSTROPHES = /['’‘`´\u02b0-\u02ff]/gu;

/** Returns the parts of a name without accents, letter case and punctuation. */
function partsOf(name: string, letters: Letters): string[] {
  return (
    name
      // Compatible forms such as full-width letters first; each letter with its accent is one character then.
      .normalize("NFKC")
      .toLowerCase()
      .replace(/\p{L}/gu, (letter) => letters[letter] ?? LETTERS[letter] ?? letter)
      .normalize("NFKD")
      .replace(ACCENTS, "")
      .replace(APOSTROPHES, "")
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((part) => part !== "")
  );
}

/** Whether every part of `wanted` is in `given` as it is, each as often, whatever the order. */
function hasEach(given: readonly string[], wanted: readonly string[]): boolean {
  const left = new Map<string, number>();
  for (const part of given) left.set(part, (left.get(part) ?? 0) + 1);
  return wanted.every((part) => {
    const count = left.get(part) ?? 0;
    left.set(part, count - 1);
    return count > 0;
  });
}

/** Names with more parts are only compared part by part, because a search for joined words could take long. */
const MAX_SEARCHED_PARTS = 20;
/** The joined words that one comparison tries: some milliseconds. A name that is not the same needs a few hundred. */
const MAX_TRIES = 10_000;

/** The parts that are not matched yet. */
interface Rest {
  given: string[];
  wanted: string[];
}

/** What is left of a search, so that names with many equal parts do not take long. */
interface Budget {
  tries: number;
}

/**
 * Joins the first parts of a list one by one, and returns how many make a word: 0 if none do. No part is empty, so at most
 * one number of them does.
 */
function joinedTo(word: string, parts: readonly string[], from: number, budget: Budget): number {
  let joined = "";
  for (let end = from; end < parts.length && word.startsWith(joined); end++) {
    budget.tries -= 1;
    joined += parts[end];
    if (joined === word) return end + 1 - from;
  }
  return 0;
}

/** The ways to match the first wanted part: it is a run of given parts, or the beginning of a run that is one given part. */
function waysOn({ given, wanted }: Rest, budget: Budget): Rest[] {
  return given.flatMap((part, place) => {
    const run = joinedTo(wanted[0] ?? "", given, place, budget);
    const words = run === 1 ? 1 : joinedTo(part, wanted, 0, budget);
    const [first, later] = [wanted.slice(1), given.slice(place + 1)];
    const before = given.slice(0, place);
    return [
      ...(run > 0 ? [{ given: [...before, ...given.slice(place + run)], wanted: first }] : []),
      ...(words > 1 ? [{ given: [...before, ...later], wanted: wanted.slice(words) }] : []),
    ];
  });
}

/**
 * Whether every part of `wanted` is in `given`, whatever the order. `mary jane` is `maryjane` in both directions, but the
 * words on both sides cannot be cut differently. False too when the budget ends before the search.
 */
function containsAll(rest: Rest, budget: Budget, failed = new Set<string>()): boolean {
  if (rest.wanted.length === 0) return true;
  // Equal parts lead to the same rest in many ways.
  const key = `${rest.wanted.length} ${rest.given.join(" ")}`;
  if (budget.tries <= 0 || failed.has(key)) return false;
  failed.add(key);
  return waysOn(rest, budget).some((next) => containsAll(next, budget, failed));
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
  if ([...given, ...wanted].some(({ length }) => length === 0)) return false;
  const pairs = given.flatMap((all) => wanted.map((parts) => ({ given: all, wanted: parts })));
  if (pairs.some((pair) => hasEach(pair.given, pair.wanted))) return true;
  const budget = { tries: MAX_TRIES };
  return pairs
    .filter((pair) => Math.max(pair.given.length, pair.wanted.length) <= MAX_SEARCHED_PARTS)
    .some((pair) => containsAll(pair, budget));
}
