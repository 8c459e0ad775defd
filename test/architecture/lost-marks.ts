import type { SourceFile } from "./source-files";
import { isNode, lineAt, nodesOf, type SyntaxNode, syntaxOf } from "./syntax";

const MARKS = ["secret", "personal"];
/** Methods whose schema contains the marked one. Any other makes a copy without the mark (lib/contract/sensitive.ts). */
const KEEP = ["optional", "nullable", "nullish", "default"];

const isMark = ({ type, callee }: SyntaxNode) =>
  type === "CallExpression" && isNode(callee) && MARKS.includes(String(callee.name));

/** Finds schemas that lose their mark as secret or personal because a method is called on them. */
export function lostMarks(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    nodesOf(syntaxOf(file))
      .filter(({ type, object }) => type === "MemberExpression" && isNode(object) && isMark(object))
      .filter(({ property }) => isNode(property) && !KEEP.includes(String(property.name)))
      .map(({ end }) => `${file.path}:${lineAt(file, end)}`),
  );
}
