import { env } from "@/lib/kernel/env";
import { ValidationError } from "@/lib/kernel/errors";
import { COMMON_WORDS, SEQUENCES } from "./common-words";

const MIN_DIFFERENT_CHARACTERS = 5;
/**
 * The minimum score of a password. Each distinct character outside of known parts scores 1; each distinct known part (a
 * word, sequence or year) scores 1.5. "Password2024!!" scores 4, four unrelated common words with spaces 7.
 */
const MIN_WORTH = 6;
const WORTH_OF_PART = 1.5;
const MIN_SEQUENCE_CHARACTERS = 3;
const MIN_CONTEXT_CHARACTERS = 3;

const SUBSTITUTES: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};
const PRODUCT_WORDS = ["partnerwallet", "partner wallet", "partner-wallet"];
const YEAR = /(?:19|20)\d\d/g;

const STEPS = new Set(
  [...SEQUENCES, ...SEQUENCES.map((sequence) => [...sequence].reverse().join(""))].flatMap(
    (sequence) => [...sequence].slice(1).map((next, i) => `${sequence[i]}${next}`),
  ),
);

/** Marks the parts of a text that are words, sequences or years, and computes the score. */
class Explained {
  private readonly parts = new Set<string>();
  private readonly isCovered: boolean[];
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
    this.isCovered = Array(text.length).fill(false);
  }

  cover(start: number, length: number): void {
    if (this.isCovered.slice(start, start + length).includes(true)) return;
    this.isCovered.fill(true, start, start + length);
    this.parts.add(this.text.slice(start, start + length));
  }

  has(at: number): boolean {
    return this.isCovered[at] === true;
  }

  get worth(): number {
    const left = new Set([...this.text].filter((_, i) => !this.isCovered[i]));
    return left.size + this.parts.size * WORTH_OF_PART;
  }
}

function coverWord(explained: Explained, text: string, word: string): void {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length))
    explained.cover(at, word.length);
}

/** Marks sequences along the alphabet, the digits or a keyboard, and repetitions of one character. */
function coverSequences(explained: Explained, text: string): void {
  let start = 0;
  for (let i = 1; i <= text.length; i++) {
    const isWord = explained.has(i) || explained.has(i - 1);
    if (i < text.length && !isWord && isStep(text, i)) continue;
    if (i - start >= MIN_SEQUENCE_CHARACTERS) explained.cover(start, i - start);
    start = i;
  }
}

const isStep = (text: string, i: number) =>
  text[i] === text[i - 1] || STEPS.has(`${text[i - 1]}${text[i]}`);

/** Words that an attacker can know: of the person's email, the product and the service's host. */
function contextOf(email: string): string[] {
  const [local = "", domain = ""] = email.toLowerCase().split("@");
  const host = new URL(env().BASE_URL).hostname;
  const words = [local, domain, host].flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  return [email.toLowerCase(), ...words, ...PRODUCT_WORDS]
    .filter((word) => word.length >= MIN_CONTEXT_CHARACTERS)
    .sort((first, second) => second.length - first.length);
}

function worthOf(password: string, email: string): number {
  const text = password.toLowerCase();
  const plain = [...text].map((character) => SUBSTITUTES[character] ?? character).join("");
  const explained = new Explained(text);
  for (const word of contextOf(email)) coverWord(explained, text, word);
  for (const word of COMMON_WORDS)
    for (const each of new Set([text, plain])) coverWord(explained, each, word);
  for (const { index } of text.matchAll(YEAR)) explained.cover(index, 4);
  coverSequences(explained, text);
  return explained.worth;
}

function ruleBrokenBy(password: string, email: string): string | undefined {
  if (password.trim() === "") return "must not be blank";
  if (new Set(password.toLowerCase()).size < MIN_DIFFERENT_CHARACTERS)
    return `must have at least ${MIN_DIFFERENT_CHARACTERS} different characters`;
  if (worthOf(password.normalize("NFC"), email) < MIN_WORTH)
    return "is too easy to guess: use a few unrelated words, without your email or the product name";
  return undefined;
}

/**
 * Refuses a password that is blank, repeats a few characters, or consists of common words, sequences, the email or the
 * product's name. The schema checks its length.
 * @param property the field that the error names
 * @throws ValidationError
 */
export function refuseWeakPassword(property: string, password: string, email: string): void {
  const broken = ruleBrokenBy(password, email);
  if (broken === undefined) return;
  throw new ValidationError([
    { property, constraints: { isStrongPassword: `${property} ${broken}` } },
  ]);
}
