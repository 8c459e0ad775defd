import type { Import } from "./imports";

/** Returns the groups of files that import each other in a cycle; imports of types count too. */
export function importCycles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, Set<string>>();
  for (const { from, target, isPackage } of imports) {
    if (isPackage) continue;
    const known = targets.get(from.path) ?? new Set();
    targets.set(from.path, known.add(target));
  }
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  // Tarjan's strongly connected components.
  function visit(path: string): void {
    const at = index.size;
    index.set(path, at);
    low.set(path, at);
    stack.push(path);
    for (const target of targets.get(path) ?? []) {
      if (!index.has(target)) visit(target);
      if (stack.includes(target))
        low.set(path, Math.min(low.get(path) ?? at, low.get(target) ?? at));
    }
    if (low.get(path) !== at) return;
    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1 || targets.get(path)?.has(path)) cycles.push(group.sort());
  }

  for (const path of targets.keys()) if (!index.has(path)) visit(path);
  return cycles;
}
