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

/** Returns the imports of the files, with targets resolved among these files. */
export function importsOf(files: readonly SourceFile[]): Import[] {
  const paths = new Set(files.map(({ path }) => path));
  return files.flatMap((from) =>
    [...nodesOf(syntaxOf(from))].flatMap((node) => {
      if (!IMPORTING.has(node.type) || !isNode(node.source)) return [];
      const name = node.source.value;
      if (typeof name !== "string") return [];
      const path = resolve(from.path, name, paths);
      return [
        {
          from,
          line: lineAt(from, node.start),
          target: path ?? name,
          names: namesOf(node),
          isPackage: path === undefined,
          isTypeOnly: isOfTypes(node),
          isDynamic: node.type === "ImportExpression",
        },
      ];
    }),
  );
}

/** `lib/a.ts:3 imports lib/b.ts` */
export function describeImport({ from, line, target }: Import): string {
  return `${from.path}:${line} imports ${target}`;
}
