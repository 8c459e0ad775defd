import { createRequire } from "node:module";
import type { SourceFile } from "../architecture/source-files";
import { lineAt, nodesOf, syntaxOf } from "../architecture/syntax";

/** A node of a regular expression's syntax tree, as far as the checks look into it. */
interface PatternNode {
  type: string;
  raw: string;
  alternatives?: { elements: PatternNode[] }[];
  element?: PatternNode;
  min?: number;
  max?: number;
  kind?: string;
}

interface Analysis {
  parsed: { pattern: PatternNode };
  reports: { type: string; character: { pick: string } }[];
}

// Loaded without its types: only what is named above is used.
const { analyse }: { analyse(expression: RegExp): Analysis } = createRequire(import.meta.url)(
  "scslre",
);

/** From so many repetitions on, the attempts of one quantifier cost as much as those of an unbounded one. */
const MANY = 256;
/** Stands for each class of characters that expressions tell apart. */
const SAMPLES = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...["é", "ß", "\u0301", "中", "🙂", "\u2028", "\ufeff", "\u202e"],
];

const partsOf = (node: PatternNode): PatternNode[] =>
  (node.alternatives ?? []).flatMap(({ elements }) => elements);

/** The characters that a node can consume. Assertions and references consume none that matter here. */
function consumed(node: PatternNode, flags: string): Set<string> {
  if (node.type === "Quantifier" && node.element) return consumed(node.element, flags);
  if (node.alternatives && !/Assertion/.test(node.type))
    return new Set(partsOf(node).flatMap((part) => [...consumed(part, flags)]));
  if (!/^(Character|CharacterSet|CharacterClass|ExpressionCharacterClass)$/.test(node.type))
    return new Set();
  const one = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ""));
  return new Set(SAMPLES.filter((sample) => one.test(sample)));
}

/** Whether what stands before a quantifier can be made of the quantifier's own characters. */
function fits(node: PatternNode, within: Set<string>, flags: string): boolean {
  if (node.type === "Quantifier")
    return node.min === 0 || (node.element !== undefined && fits(node.element, within, flags));
  if (/Assertion|Backreference/.test(node.type)) return true;
  if (node.alternatives)
    return node.alternatives.some(({ elements }) => elements.every((e) => fits(e, within, flags)));
  const own = consumed(node, flags);
  return own.size === 0 ? within.size > 0 : [...own].some((character) => within.has(character));
}

const isOptional = (node: PatternNode): boolean =>
  (node.type === "Quantifier" && node.min === 0) ||
  (node.alternatives?.some(({ elements }) => elements.every(isOptional)) ?? false);

const isAnchor = (node: PatternNode | undefined): boolean =>
  node?.type === "Assertion" && node.kind === "start";

/**
 * Quantifiers that read on to the end of the text from each of many starting points: their prefix can occur within what
 * they repeat, so that `${${${…` makes /\$\{[^}]*\}/ quadratic. An anchored expression starts once.
 */
function restarts(
  elements: PatternNode[],
  flags: string,
  before: PatternNode[] = [],
  isLast = true,
): PatternNode[] {
  if (isAnchor([...before, ...elements][0]) && !flags.includes("m")) return [];
  return elements.flatMap((element, place) => {
    const prefix = [...before, ...elements.slice(0, place)];
    const endsHere = isLast && elements.slice(place + 1).every(isOptional);
    if (element.type === "Quantifier" && (element.max ?? 0) >= MANY) {
      const within = consumed(element, flags);
      return !endsHere && prefix.every((node) => fits(node, within, flags)) ? [element] : [];
    }
    const alternatives = element.alternatives ?? element.element?.alternatives ?? [];
    return alternatives.flatMap((inner) => restarts(inner.elements, flags, prefix, endsHere));
  });
}

/** Why an expression takes more than linear time on some text; nothing for one that never does. */
export function slowness(source: string, flags: string): string[] {
  const { parsed, reports } = analyse(new RegExp(source, flags));
  const backtracking = reports.map(
    ({ type, character }) => `${type} on many ${JSON.stringify(character.pick)}`,
  );
  const restarting = (parsed.pattern.alternatives ?? []).flatMap(({ elements }) =>
    restarts(elements, flags).map(({ raw }) => `restarts ${raw} at each prefix`),
  );
  return [...backtracking, ...restarting];
}

/** Each regular expression in a file that is slow, or that only the program knows. */
export function slowExpressions(file: SourceFile): string[] {
  const found: string[] = [];
  for (const node of nodesOf(syntaxOf(file))) {
    const at = `${file.path}:${lineAt(file, node.start)}`;
    const { regex, callee } = node as {
      regex?: { pattern: string; flags: string };
      callee?: object;
    };
    if (regex)
      for (const reason of slowness(regex.pattern, regex.flags))
        found.push(`${at} /${regex.pattern}/${regex.flags}: ${reason}`);
    if (callee && "name" in callee && callee.name === "RegExp")
      found.push(`${at} ${file.text.slice(node.start, node.end)}: made at run time`);
  }
  return found;
}
