import type { Import } from "./imports";

interface Edge {
  from: string;
  to: string;
  example: Import;
}

/**
 * Returns the sibling folders that an import connects, as paths; undefined if one side is a file or both are the same.
 */
function edgeOf(found: Import): Edge | undefined {
  const from = found.from.path.split("/");
  const to = found.target.split("/");
  const at = from.findIndex((part, index) => part !== to[index]);
  const isFolder = (path: readonly string[]) => at >= 0 && at < path.length - 1;
  if (found.isPackage || !isFolder(from) || !isFolder(to)) return undefined;
  const pathOf = (path: readonly string[]) => path.slice(0, at + 1).join("/");
  return { from: pathOf(from), to: pathOf(to), example: found };
}

/** Returns the folders that are reachable from a folder by imports between siblings. */
function reachable(start: string, edges: readonly Edge[]): Set<string> {
  const found = new Set<string>();
  const visit = (folder: string) => {
    for (const { from, to } of edges) {
      if (from !== folder || found.has(to)) continue;
      found.add(to);
      visit(to);
    }
  };
  visit(start);
  return found;
}

/** Returns the imports that are part of a cycle between folders with the same parent folder. */
export function importsInCycles(imports: readonly Import[]): Import[] {
  const edges = imports.flatMap((each) => edgeOf(each) ?? []);
  const known = new Map<string, Set<string>>();
  for (const { to } of edges) if (!known.has(to)) known.set(to, reachable(to, edges));
  return edges.filter(({ from, to }) => known.get(to)?.has(from)).map(({ example }) => example);
}
