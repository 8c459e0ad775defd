import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryFolder, type SourceFile } from "./source-files";

const read = (path: string) => readFileSync(join(repositoryFolder, path), "utf8");

/** First groups of all matches. */
const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group]) => group ?? "");

/** What a comment may cite of docs/spec.md: its headings, and the first column of its tables. */
function specNames(): string[] {
  const spec = read("docs/spec.md");
  const headings = found(spec, /^#+ (?:\d+\. )?(.+)$/gm);
  return [...headings, ...found(spec, /^\| ([^|]+?) +\|/gm), "Flow", "Staging sandbox"].map(
    (name) => name.replaceAll("`", "").replace(/ \(.*\)$/, ""),
  );
}

const spec = specNames();
const designSections = found(read("docs/design.md"), /^## (\d+)\. /gm);
const threats = found(read("docs/threats.md"), /^(\d+)\. /gm);
const decisions = readdirSync(join(repositoryFolder, "docs/decisions")).map((name) =>
  name.slice(0, 4),
);

/** Citations in a file that lead to nothing, each as "path: citation". */
export function brokenCitations({ path, text }: SourceFile): string[] {
  // A comment's lines are one text.
  const flat = text.replace(/\n\s*(?:\*|\/\/) ?/g, " ");
  const broken: string[] = [];
  const check = (pattern: RegExp, isThere: (cited: string) => boolean) => {
    for (const [citation, cited = ""] of flat.matchAll(pattern))
      if (!isThere(cited)) broken.push(`${path}: ${citation}`);
  };
  check(/\bspec: ([`\w][^;*"]{0,40})/g, (cited) =>
    spec.some((name) => cited.replaceAll("`", "").startsWith(name)),
  );
  check(/\bdesign (\d+)/gi, (cited) => designSections.includes(cited));
  check(/\bthreats? (\d+)/gi, (cited) => threats.includes(cited));
  check(/\bdecisions? (\d{4})\b/gi, (cited) => decisions.includes(cited));
  check(/\b(docs\/[\w/.-]+\.(?:md|yml))/g, (cited) => existsSync(join(repositoryFolder, cited)));
  check(/\b(?:issue|finding) ([A-Z]?\d+)\b/gi, () => false);
  return broken;
}
