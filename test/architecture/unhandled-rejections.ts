import { isService, type SourceFile } from "./source-files";
import { isNode, lineAt, nodesOf, type SyntaxNode, syntaxOf } from "./syntax";

/** Whether a node has an `await`, apart from the functions in it. */
function awaits(node: SyntaxNode): boolean {
  if (node.type === "AwaitExpression") return true;
  if (/Function/.test(node.type)) return false;
  return Object.values(node)
    .flat()
    .some((child) => isNode(child) && awaits(child));
}

/** Whether a node is a call of `Promise.all`, or of another function of `Promise`, with a list that has an `await`. */
function isListThatAwaits({ type, callee, arguments: given }: SyntaxNode): boolean {
  if (type !== "CallExpression" || !isNode(callee) || !isNode(callee.object)) return false;
  const [list] = Array.isArray(given) ? given : [];
  return callee.object.name === "Promise" && isNode(list) && awaits(list);
}

/**
 * Returns the lists of promises, as of `Promise.all`, that await something while they are made. A promise before the `await` can be
 * rejected meanwhile, and `Promise.all` does not handle it yet: an unhandled rejection ends the process.
 */
export function listsThatAwait(files: readonly SourceFile[]): string[] {
  return files.filter(isService).flatMap((file) =>
    nodesOf(syntaxOf(file))
      .filter(isListThatAwaits)
      .map(({ start }) => `${file.path}:${lineAt(file, start)}`),
  );
}
