import { createRequire } from "node:module";
import type { SourceFile } from "../architecture/source-files";
import { lineAt, nodesOf, syntaxOf } from "../architecture/syntax";

/** A node of a regular expression's syntax tree, with the fields that the checks read. */
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

// Loaded without its types: only the fields above are used.
const { analyse }: { analyse(expression: RegExp): Analysis } = createRequire(import.meta.url)(
  "scslre",
);

/** A quantifier with this many repetitions or more is treated as unbounded, because it costs as much. */
const MANY = 256;
/** One sample of each class of characters that the expressions distinguish. */
const SAMPLES = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ...["é", "ß", "\u0301", "中", "🙂", "\u2028", "\ufeff", "\u202e"],
];

const partsOf = (node: PatternNode): PatternNode[] =>
  (node.alternatives ?? []).flatMap(({ elements }) => elements);

/** Returns the samples that a node can consume. Assertions and references consume none that matter here. */
function consumed(node: PatternNode, flags: string): Set<string> {
  if (node.type === "Quantifier" && node.element) return consumed(node.element, flags);
  if (node.alternatives && !/Assertion/.test(node.type))
    return new Set(partsOf(node).flatMap((part) => [...consumed(part, flags)]));
  if (!/^(Character|CharacterSet|CharacterClass|ExpressionCharacterClass)$/.test(node.type))
    return new Set();
  const one = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ""));
  return new Set(SAMPLES.filter((sample) => one.test(sample)));
}

/** Whether the node before a quantifier can match the quantifier's own characters. */
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
 * Returns the quantifiers that can scan to the end of the text from each of many starting points: their prefix can
 * occur within the text that they match, so that `${${${…` makes /\$\{[^}]*\}/ quadratic. An anchored expression starts
 * once.
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

/** Returns the reasons why an expression can take more than linear time; none for an expression that cannot. */
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

/** Returns the regular expressions in a file that are slow or built at run time. */
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
