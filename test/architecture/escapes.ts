import type { SourceFile } from "./source-files";
import { lineAt, nodesOf, type SyntaxNode, syntaxOf } from "./syntax";

const COMMENTS = /@ts-(ignore|expect-error|nocheck)/g;

/** What a node lets past the types: `any`, or `!` after an expression or a declaration. */
function escapeOf({ type, definite }: SyntaxNode): string | undefined {
  if (type === "TSAnyKeyword") return "any";
  if (type === "TSNonNullExpression") return "non-null !";
  return definite === true ? "definite !" : undefined;
}

/** Places where the type checker is told to look away, whether the linter was told so too or not. */
export function typeEscapes(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const comments = [...file.text.matchAll(COMMENTS)].map(
      ({ 0: text, index }) => `${file.path}:${lineAt(file, index)} ${text}`,
    );
    const nodes = [...nodesOf(syntaxOf(file))].flatMap((node) => {
      const found = escapeOf(node);
      return found ? [`${file.path}:${lineAt(file, node.start)} ${found}`] : [];
    });
    return [...comments, ...nodes];
  });
}
