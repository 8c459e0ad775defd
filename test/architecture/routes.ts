import { type Import, importsOf } from "./imports";
import type { SourceFile } from "./source-files";
import { isNode, nodesOf, type SyntaxNode, syntaxOf } from "./syntax";

/** A handler that a route file exports as `export const POST = partnerRoute(fundCardContract, fundCard)`. */
export interface BoundRoute {
  file: string;
  method: string;
  /** The path as in contracts: `/api/v1/partner/card/{serviceCardId}`. */
  path: string;
  /** `partnerRoute`; undefined for a handler without a binder. */
  binder?: string;
  /** The file and name of the binder's first argument. */
  contract?: { file: string; name: string };
}

const METHODS = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);
const REFUSERS = new Set(["otherMethods", "otherSandboxMethods"]);

/** `app/api/v1/cards/[id]/route.ts` → `/api/v1/cards/{id}` */
export function pathOf(file: string): string {
  return file
    .replace(/^app/, "")
    .replace(/\/route\.tsx?$/, "")
    .replaceAll(/\[(\w+)\]/g, "{$1}");
}

function nameOf(value: unknown): string | undefined {
  return isNode(value) && value.type === "Identifier" && typeof value.name === "string"
    ? value.name
    : undefined;
}

/** Returns the exports of a route file: names, and for `export const NAME = call(…)` the call. */
function exportsOf(node: SyntaxNode): { names: string[]; init?: SyntaxNode }[] {
  const { declaration, specifiers } = node;
  if (!isNode(declaration)) {
    const names = (specifiers as SyntaxNode[]).map(({ exported }) => nameOf(exported) ?? "");
    return [{ names }];
  }
  if (declaration.type !== "VariableDeclaration")
    return [{ names: [nameOf(declaration.id) ?? ""] }];
  return (declaration.declarations as SyntaxNode[]).map(({ id, init }) => {
    const name = nameOf(id);
    const names = name ? [name] : nodesOf(id as SyntaxNode).flatMap((part) => nameOf(part) ?? []);
    return isNode(init) ? { names, init } : { names };
  });
}

function binding(init: SyntaxNode | undefined, imports: readonly Import[]) {
  const binder = init?.type === "CallExpression" ? nameOf(init.callee) : undefined;
  if (!init || binder === undefined) return {};
  const [first] = init.arguments as unknown[];
  const name = nameOf(first);
  const origin = imports.find((each) => name !== undefined && each.names.includes(name));
  if (name === undefined || !origin) return { binder };
  return { binder, contract: { file: origin.target, name } };
}

/** Returns the handlers of route files, except those that respond METHOD_NOT_ALLOWED. */
export function boundRoutes(files: readonly SourceFile[]): BoundRoute[] {
  const imports = Map.groupBy(importsOf(files), ({ from }) => from.path);
  return files
    .filter(({ path }) => /^app\/api\/(.*\/)?route\.tsx?$/.test(path))
    .flatMap((file) =>
      (syntaxOf(file).body as SyntaxNode[])
        .filter(({ type }) => type === "ExportNamedDeclaration")
        .flatMap(exportsOf)
        .flatMap(({ names, init }) => {
          const bound = binding(init, imports.get(file.path) ?? []);
          if (bound.binder !== undefined && REFUSERS.has(bound.binder)) return [];
          const methods = [...new Set(names)].filter((name) => METHODS.has(name));
          const { path } = file;
          return methods.map((method) => ({ file: path, method, path: pathOf(path), ...bound }));
        }),
    );
}
