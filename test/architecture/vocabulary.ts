import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryFolder, type SourceFile } from "./source-files";
import { lineAt } from "./syntax";

interface PrivateWord {
  pattern: RegExp;
  /** The standard term. */
  instead: string;
}

/** Returns a pattern for a word or its plural, alone or as a part of an identifier: `told`, `isTold`, `TOLD_MS`. */
function wordIn(word: string): RegExp {
  const capital = word.charAt(0).toUpperCase() + word.slice(1);
  const upper = word.toUpperCase();
  return new RegExp(
    `(?:(?<![A-Za-z])${word}|${capital})s?(?![a-z])|(?<![A-Za-z])${upper}S?(?![A-Za-z])`,
    "g",
  );
}

/** Words of a former private language, in identifiers (`toldOf`, `isTold`) and in comments. */
export const PRIVATE_WORDS: readonly PrivateWord[] = [
  { pattern: wordIn("deed"), instead: "action, audit entry" },
  { pattern: wordIn("told"), instead: "reported, shown, notified" },
  { pattern: /(?<![a-z])[tT]ellOf[A-Z]\w*/g, instead: "raiseAlert, publish" },
  { pattern: wordIn("hearer"), instead: "subscriber" },
  { pattern: /(?<![a-z])(?:onGap|tellOfGap)(?![a-z])/g, instead: "onReconnect" },
  { pattern: /\b[hH](?:eld|olds?) (?:\w+ )?against\b/g, instead: "checked against, filtered by" },
  { pattern: /\bto be looked (?:up|at)\b/g, instead: "pending, needs a check" },
  { pattern: /\b[wW]hoever\b/g, instead: "the caller, the person, the process" },
  { pattern: /\basked again\b/g, instead: "step-up authentication, retried" },
  { pattern: /\b(?:mergeWork|[tT]urnstile|isApart|areApart)\b/g, instead: "ChangeSet, isDisjoint" },
  { pattern: /\b(?:commit_work|commit_together)\b/g, instead: "commit_change_set(s)" },
  { pattern: /\b(?:writeHours|forgetRequests|write-hours|forget-requests)/g, instead: "snapshot-" },
];

/** The functions that processes of the previous version call during an upgrade. */
const EXCEPTIONS = /^prisma\/sql\/public\.commit_(work|together)\.sql$/;

/** Returns the current SQL, which `sourceFiles` does not contain. */
export function sqlFiles(): SourceFile[] {
  const folder = "prisma/sql";
  return readdirSync(join(repositoryFolder, folder))
    .filter((name) => name.endsWith(".sql"))
    .map((name) => `${folder}/${name}`)
    .map((path) => ({ path, text: readFileSync(join(repositoryFolder, path), "utf8") }));
}

/** The words stand in these two files so that others do not have them. */
const OWN_FILES = /^test\/architecture\/vocabulary(\.test)?\.ts$/;

const isRead = ({ path }: SourceFile) =>
  /^(app|bench|bin|components|e2e|lib|prisma\/sql|server|test)\//.test(path) &&
  !OWN_FILES.test(path) &&
  !EXCEPTIONS.test(path);

/** Returns the words of the private language in the product and its tests, with the standard terms. */
export function privateWords(files: readonly SourceFile[]): string[] {
  return files
    .filter(isRead)
    .flatMap((file) =>
      PRIVATE_WORDS.flatMap(({ pattern, instead }) =>
        [...file.text.matchAll(pattern)].map(
          ({ 0: word, index }) => `${file.path}:${lineAt(file, index)} "${word}": write ${instead}`,
        ),
      ),
    );
}
