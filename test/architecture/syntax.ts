import { parseAst } from "vitest/node";
import type { SourceFile } from "./source-files";

/** A node of a syntax tree, with the fields that the checks read. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

const trees = new WeakMap<SourceFile, SyntaxNode>();

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Returns the syntax tree of a file, which is parsed once. */
export function syntaxOf(file: SourceFile): SyntaxNode {
  const known = trees.get(file);
  if (known) return known;
  const lang = file.path.endsWith("x") ? "tsx" : "ts";
  const tree = parseAst(file.text, { lang }) as unknown as SyntaxNode;
  trees.set(file, tree);
  return tree;
}

/** Yields every node of a tree, outer ones first. */
export function* nodesOf(root: SyntaxNode): Generator<SyntaxNode> {
  yield root;
  for (const value of Object.values(root)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* nodesOf(child);
    }
  }
}

/** Returns the line number of an offset, from 1. */
export function lineAt({ text }: SourceFile, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Returns the number of lines of a node. */
export function linesOf(file: SourceFile, { start, end }: SyntaxNode): number {
  return lineAt(file, end) - lineAt(file, start) + 1;
}
