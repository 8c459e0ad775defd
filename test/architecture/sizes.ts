import type { SourceFile } from "./source-files";
import { lineAt, linesOf, nodesOf, type SyntaxNode, syntaxOf } from "./syntax";

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
const HANDLERS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

export function lengthOf({ text }: SourceFile): number {
  return text.trimEnd().split("\n").length;
}

/** Returns the functions longer than `maxLines`, counted from the first keyword to the last brace. */
export function longFunctions(files: readonly SourceFile[], maxLines: number): string[] {
  return files.flatMap((file) =>
    nodesOf(syntaxOf(file))
      .filter(({ type }) => FUNCTIONS.has(type))
      .map((node) => ({ node, lines: linesOf(file, node) }))
      .filter(({ lines }) => lines > maxLines)
      .map(({ node, lines }) => `${file.path}:${lineAt(file, node.start)} has ${lines} lines`),
  );
}

/** Whether an exported declaration declares one or more handlers of a route. */
function isHandler(declaration: SyntaxNode): boolean {
  return nodesOf(declaration).some(
    ({ type, name }) => type === "Identifier" && typeof name === "string" && HANDLERS.has(name),
  );
}

/** Returns the exported handlers of route files that are longer than `maxLines`. */
export function longHandlers(files: readonly SourceFile[], maxLines: number): string[] {
  return files
    .filter(({ path }) => /\/route\.tsx?$/.test(path))
    .flatMap((file) =>
      nodesOf(syntaxOf(file))
        .filter((node) => node.type === "ExportNamedDeclaration" && isHandler(node))
        .map((node) => ({ node, lines: linesOf(file, node) }))
        .filter(({ lines }) => lines > maxLines)
        .map(({ node, lines }) => `${file.path}:${lineAt(file, node.start)} has ${lines} lines`),
    );
}
