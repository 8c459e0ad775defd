import { existsSync } from "node:fs";
import { join } from "node:path";
import { repositoryFolder, type SourceFile } from "./source-files";

/** A path of this repository in comments and pages: `lib/cards/store.ts`, `lib/users/fields`, `prisma/schema`. */
const PATH =
  /(?<![\w@/.<-])(?:app|components|lib|ops|prisma|bin|bench|test|e2e|docs)\/[\w./-]*[\w-](?![\w/<*{[-])/g;
/** Generated files, which are not in the repository. */
const BUILT = /^prisma\/generated\b/;
const EXTENSIONS = ["", ".ts", ".tsx", ".mjs"];

const commentsOf = (text: string) =>
  (text.match(/\/\*[\s\S]*?\*\/|(?<![:"'`\w])\/\/.*$|^\s*#.*$/gm) ?? []).join("\n");

/** Returns the paths that a comment or a page names and that do not exist, each as "path: cited path". */
export function brokenPaths({ path, text }: SourceFile): string[] {
  const isPage = /\.(md|prisma)$/.test(path);
  const cited = (isPage ? text : commentsOf(text)).match(PATH) ?? [];
  return cited
    .filter((each) => !BUILT.test(each))
    .filter((each) => !EXTENSIONS.some((end) => existsSync(join(repositoryFolder, each + end))))
    .map((each) => `${path}: ${each}`);
}
