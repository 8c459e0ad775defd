import type { SourceFile } from "./source-files";
import { isNode, nodesOf, type SyntaxNode, syntaxOf } from "./syntax";

const COLLECTIONS = new Set(["Map", "Set", "Array", "Object"]);
/** Classes whose objects do not change after their creation, or hold no state of the service. */
const VALUES =
  /^(Intl|RegExp|URL|Date|Error|TextEncoder|TextDecoder|ServiceError|ValidationError|WeakMap|WeakSet)$/;
const CHANGES = new Set(["set", "add", "delete", "clear", "push", "pop", "shift", "splice"]);

const nameOf = (node: unknown) =>
  isNode(node) && node.type === "Identifier" && typeof node.name === "string"
    ? node.name
    : undefined;

/** Returns the names of variables on which a method is called that changes a collection. */
function changedNames(file: SourceFile): Set<string> {
  const names = new Set<string>();
  for (const { type, callee } of nodesOf(syntaxOf(file))) {
    if (type !== "CallExpression" || !isNode(callee) || callee.type !== "MemberExpression")
      continue;
    const [object, method] = [nameOf(callee.object), nameOf(callee.property)];
    if (object !== undefined && method !== undefined && CHANGES.has(method)) names.add(object);
  }
  return names;
}

function isState(kind: unknown, init: unknown, isChanged: boolean): boolean {
  if (kind === "let") return true;
  if (!isNode(init)) return false;
  if (init.type === "ArrayExpression" || init.type === "ObjectExpression") return isChanged;
  if (init.type !== "NewExpression") return false;
  const made = nameOf(init.callee) ?? "";
  return COLLECTIONS.has(made) ? isChanged : !VALUES.test(made) && made !== "";
}

/** Returns the variables of modules that change while the service runs, such as `lib/ids.ts used`. */
export function moduleState(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const changed = changedNames(file);
    return (syntaxOf(file).body as SyntaxNode[])
      .map((node) => (isNode(node.declaration) ? node.declaration : node))
      .filter(({ type }) => type === "VariableDeclaration")
      .flatMap(({ kind, declarations }) =>
        (declarations as SyntaxNode[])
          .map(({ id, init }) => ({ name: nameOf(id) ?? "", init }))
          .filter(({ name, init }) => isState(kind, init, changed.has(name)))
          .map(({ name }) => `${file.path} ${name}`),
      );
  });
}
