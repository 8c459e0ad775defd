import type { SourceFile } from "./source-files";
import { lineAt, nodesOf, type SyntaxNode, syntaxOf } from "./syntax";

const COMMENTS = /@ts-(ignore|expect-error|nocheck)/g;

/** Returns how a node evades the type checker: `any`, or `!` after an expression or a declaration. */
function escapeOf({ type, definite }: SyntaxNode): string | undefined {
  if (type === "TSAnyKeyword") return "any";
  if (type === "TSNonNullExpression") return "non-null !";
  return definite === true ? "definite !" : undefined;
}

/** Returns the places that evade the type checker, including those where a comment silences the linter. */
export function typeEscapes(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const comments = [...file.text.matchAll(COMMENTS)].map(
      ({ 0: text, index }) => `${file.path}:${lineAt(file, index)} ${text}`,
    );
    const nodes = nodesOf(syntaxOf(file)).flatMap((node) => {
      const found = escapeOf(node);
      return found ? [`${file.path}:${lineAt(file, node.start)} ${found}`] : [];
    });
    return [...comments, ...nodes];
  });
}
