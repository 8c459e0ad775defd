import { posix } from "node:path";
import type { SourceFile } from "./source-files";
import { isNode, lineAt, nodesOf, type SyntaxNode, syntaxOf } from "./syntax";

/** One import of a file. The built code does not contain imports of types. */
export interface Import {
  from: SourceFile;
  line: number;
  /** A path from the repository's root, or the name that a package is imported by. */
  target: string;
  /** The imported names; `*` for all of them. */
  names: string[];
  isPackage: boolean;
  isTypeOnly: boolean;
  /** `import(…)`, which loads the module only when it runs. */
  isDynamic: boolean;
}

const EXTENSIONS = ["", ".ts", ".tsx", ".mts", ".mjs", "/index.ts", "/index.tsx"];

function resolve(from: string, name: string, paths: ReadonlySet<string>): string | undefined {
  const base = name.startsWith("@/")
    ? name.slice(2)
    : name.startsWith(".")
      ? posix.join(posix.dirname(from), name)
      : undefined;
  if (base === undefined) return undefined;
  return EXTENSIONS.map((extension) => base + extension).find((path) => paths.has(path)) ?? base;
}

function isOfTypes(node: SyntaxNode): boolean {
  if (node.type === "TSImportType") return true;
  if (node.importKind === "type" || node.exportKind === "type") return true;
  const { specifiers } = node;
  if (!Array.isArray(specifiers) || specifiers.length === 0) return false;
  return specifiers.every(
    (specifier: SyntaxNode) => specifier.importKind === "type" || specifier.exportKind === "type",
  );
}

function namesOf({ specifiers }: SyntaxNode): string[] {
  if (!Array.isArray(specifiers)) return ["*"];
  return specifiers.map(({ imported, local }: SyntaxNode) => {
    const name = imported ?? (local as SyntaxNode | undefined);
    return isNode(name) && typeof name.name === "string" ? name.name : "*";
  });
}

const IMPORTING = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
]);

/** An import as its file names it. */
interface Named extends Omit<Import, "target" | "isPackage"> {
  name: string;
}

/** What can have an import that is not a statement of the file itself. */
const HAS_INNER = /\bimport\s*\(|\bdeclare\b/;

const known = new WeakMap<SourceFile, Named[]>();

/** Reads the imports of a file, once. */
function namedIn(from: SourceFile): Named[] {
  const named = known.get(from) ?? readNamed(from);
  known.set(from, named);
  return named;
}

function readNamed(from: SourceFile): Named[] {
  const tree = syntaxOf(from);
  const nodes = HAS_INNER.test(from.text) ? nodesOf(tree) : (tree.body as SyntaxNode[]);
  return nodes.flatMap((node) => {
    if (!IMPORTING.has(node.type) || !isNode(node.source)) return [];
    const name = node.source.value;
    if (typeof name !== "string") return [];
    return [
      {
        from,
        name,
        line: lineAt(from, node.start),
        names: namesOf(node),
        isTypeOnly: isOfTypes(node),
        isDynamic: node.type === "ImportExpression",
      },
    ];
  });
}

/** Returns the imports of the files, with targets resolved among these files. */
export function importsOf(files: readonly SourceFile[]): Import[] {
  const paths = new Set(files.map(({ path }) => path));
  return files.flatMap(namedIn).map(({ name, ...found }) => {
    const path = resolve(found.from.path, name, paths);
    return { ...found, target: path ?? name, isPackage: path === undefined };
  });
}

/** `lib/a.ts:3 imports lib/b.ts` */
export function describeImport({ from, line, target }: Import): string {
  return `${from.path}:${line} imports ${target}`;
}
