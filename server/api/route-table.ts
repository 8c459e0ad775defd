export type Params = Record<string, string | string[]>;
export type Handler = (
  request: Request,
  context: { params: Promise<Params> },
) => Response | Promise<Response>;

/** The exports of a route module: a handler for each method. */
export type RouteModule = Partial<Record<string, unknown>>;

interface Node {
  children: Map<string, Node>;
  /** The child for a segment like `[id]`. */
  param?: { name: string; node: Node };
  /** The module for `[...rest]` or `[[...rest]]`. */
  rest?: { name: string; isOptional: boolean; module: RouteModule };
  module?: RouteModule;
}

const newNode = (): Node => ({ children: new Map() });

function add(root: Node, pattern: string, module: RouteModule): void {
  let node = root;
  for (const segment of pattern.split("/").filter(Boolean)) {
    const rest = /^\[?\[\.\.\.(\w+)\]\]?$/.exec(segment);
    if (rest?.[1]) {
      node.rest = { name: rest[1], isOptional: segment.startsWith("[["), module };
      return;
    }
    const name = /^\[(\w+)\]$/.exec(segment)?.[1];
    if (name === undefined) {
      const child = node.children.get(segment) ?? newNode();
      node.children.set(segment, child);
      node = child;
    } else {
      node.param ??= { name, node: newNode() };
      if (node.param.name !== name) throw new Error(`${pattern}: two names for one segment`);
      node = node.param.node;
    }
  }
  node.module = module;
}

interface Found {
  module: RouteModule;
  params: Params;
}

function find(node: Node, segments: readonly string[], at: number): Found | undefined {
  const segment = segments[at];
  if (segment === undefined) {
    if (node.module) return { module: node.module, params: {} };
    return node.rest?.isOptional ? { module: node.rest.module, params: {} } : undefined;
  }
  const child = node.children.get(segment);
  const fixed = child && find(child, segments, at + 1);
  if (fixed) return fixed;
  if (node.param) {
    const found = find(node.param.node, segments, at + 1);
    if (found) return { ...found, params: { ...found.params, [node.param.name]: segment } };
  }
  if (!node.rest) return undefined;
  return { module: node.rest.module, params: { [node.rest.name]: segments.slice(at) } };
}

/**
 * Finds the route module of a path, with Next's precedence: fixed segments before `[id]` before `[...rest]`.
 *
 * @param routes route modules by pattern, like `/api/cards/[id]`
 * @returns a function of a path without query and percent-encoding
 */
export function routeTable(
  routes: Readonly<Record<string, RouteModule>>,
): (path: string) => Found | undefined {
  const root = newNode();
  for (const [pattern, module] of Object.entries(routes)) add(root, pattern, module);
  return (path) => find(root, path.split("/").filter(Boolean), 0);
}
