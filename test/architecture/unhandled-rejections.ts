import { isService, type SourceFile } from "./source-files";
import { isNode, lineAt, nodesOf, type SyntaxNode, syntaxOf } from "./syntax";

/** Whether a node waits, apart from the functions in it. */
function waits(node: SyntaxNode): boolean {
  if (node.type === "AwaitExpression") return true;
  if (/Function/.test(node.type)) return false;
  return Object.values(node)
    .flat()
    .some((child) => isNode(child) && waits(child));
}

/** Whether a node is a call of `Promise.all`, or of another function of `Promise`, with an array that waits. */
function isWaitingList({ type, callee, arguments: given }: SyntaxNode): boolean {
  if (type !== "CallExpression" || !isNode(callee) || !isNode(callee.object)) return false;
  const [list] = Array.isArray(given) ? given : [];
  return callee.object.name === "Promise" && isNode(list) && waits(list);
}

/**
 * Returns the arrays of promises that wait for something while they are made. A promise before it can fail meanwhile, when
 * nobody listens to it yet, and that ends the process.
 */
export function unheardPromises(files: readonly SourceFile[]): string[] {
  return files
    .filter(isService)
    .flatMap((file) =>
      [...nodesOf(syntaxOf(file))]
        .filter(isWaitingList)
        .map(({ start }) => `${file.path}:${lineAt(file, start)}`),
    );
}
