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

/** Returns every node of a tree, outer ones first. */
export function nodesOf(root: SyntaxNode): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  collect(root, nodes);
  return nodes;
}

/** One list for the whole tree: nested generators take many times as long for the million nodes of the repository. */
function collect(node: SyntaxNode, nodes: SyntaxNode[]): void {
  nodes.push(node);
  for (const field in node) {
    const value = node[field];
    if (isNode(value)) collect(value, nodes);
    else if (Array.isArray(value))
      for (const child of value) if (isNode(child)) collect(child, nodes);
  }
}

/** Returns the line number of an offset, from 1. */
export function lineAt({ text }: SourceFile, offset: number): number {
  let line = 1;
  for (let end = text.indexOf("\n"); end !== -1 && end < offset; end = text.indexOf("\n", end + 1))
    line += 1;
  return line;
}

/** Returns the number of lines of a node. */
export function linesOf({ text }: SourceFile, { start, end }: SyntaxNode): number {
  return text.slice(start, end).split("\n").length;
}
