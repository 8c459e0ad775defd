import type { Option } from "./entry";

/** How well a typed word matches: by its beginning, inside a word, or with a typing error. */
const SCORE = { beginning: 4, inside: 2, error: 1 } as const;
/** Shorter words match only without errors, because too many words differ in one letter. */
const SHORTEST_WITH_ERROR = 4;
/** A match in the name counts more than one in the detail or the keywords. */
const NAME_FACTOR = 2;

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Returns whether one insertion, deletion, replacement or exchange of neighbours makes `typed` the beginning of `word`. */
function isOneErrorAway(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const [typedRest, wordRest] = [typed.slice(at), word.slice(at)];
  return (
    wordRest.startsWith(typedRest.slice(1)) ||
    wordRest.slice(1).startsWith(typedRest) ||
    wordRest.slice(1).startsWith(typedRest.slice(1)) ||
    (typedRest[0] === wordRest[1] &&
      typedRest[1] === wordRest[0] &&
      wordRest.slice(2).startsWith(typedRest.slice(2)))
  );
}

function scoreOfWord(typed: string, word: string): number {
  if (word.startsWith(typed)) return SCORE.beginning;
  if (word.includes(typed)) return SCORE.inside;
  // The first letter is rarely wrong.
  const mayErr = typed.length >= SHORTEST_WITH_ERROR && typed[0] === word[0];
  return mayErr && isOneErrorAway(typed, word) ? SCORE.error : 0;
}

/** Returns how well an option matches the typed words: 0 if one of the words has no match. */
function scoreOf(typed: readonly string[], { name, detail = "", keywords = "" }: Option): number {
  const names = wordsOf(name);
  const others = wordsOf(`${detail} ${keywords}`);
  let sum = 0;
  for (const word of typed) {
    const score = Math.max(
      0,
      ...names.map((own) => NAME_FACTOR * scoreOfWord(word, own)),
      ...others.map((own) => scoreOfWord(word, own)),
    );
    if (score === 0) return 0;
    sum += score;
  }
  return sum;
}

/**
 * Returns the options that match every typed word, best first. Accents and capitals are ignored, and a word of four or
 * more letters may have one typing error. An empty text matches everything.
 */
export function matching<O extends Option>(options: readonly O[], text: string): O[] {
  const typed = wordsOf(text);
  if (typed.length === 0) return text.trim() === "" ? [...options] : [];
  return options
    .map((option) => ({ option, score: scoreOf(typed, option) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ option }) => option);
}
