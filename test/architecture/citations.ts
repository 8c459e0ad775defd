import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryFolder, type SourceFile } from "./source-files";

const read = (path: string) => readFileSync(join(repositoryFolder, path), "utf8");

/** Returns the first groups of all matches. */
const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group]) => group ?? "");

/** Returns the parts of docs/spec.md that a comment may cite: headings, and the first column of tables. */
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

/** Returns the citations in a file that have no target, each as "path: citation". */
export function brokenCitations({ path, text }: SourceFile): string[] {
  // Joins the lines of a comment, because a citation can be broken across lines.
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
