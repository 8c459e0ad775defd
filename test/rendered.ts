import type { ReactElement } from "react";

/** What the hooks of one component keep from one rendering to the next. */
let kept: { current: unknown }[] = [];
let place = 0;
let isChanged = false;

/** Returns what the next hook keeps. */
function nextHook(initial: () => unknown): { current: unknown } {
  kept[place] ??= { current: initial() };
  const hook = kept[place] as { current: unknown };
  place += 1;
  return hook;
}

/**
 * Hooks of React for a component that a test calls as a function. Mock "react" with them. There is no document here, so
 * effects do not run.
 */
export const hooks = {
  useState: (initial: unknown) => {
    const hook = nextHook(() => (typeof initial === "function" ? initial() : initial));
    const set = (next: unknown) => {
      hook.current = typeof next === "function" ? next(hook.current) : next;
      isChanged = true;
    };
    return [hook.current, set];
  },
  useRef: (initial: unknown) => nextHook(() => initial),
  useEffect: () => {},
};

/** Renders a component once more, with the states of the rendering before. */
export function render(component: () => ReactElement): ReactElement {
  place = 0;
  isChanged = false;
  const element = component();
  // A state was changed while it was rendered: React renders again, too.
  return isChanged ? render(component) : element;
}

/** Forgets the states: the next rendering is that of another component. */
export function unmount(): void {
  kept = [];
}

type Props = Record<string, unknown>;
type Matches = (props: Props) => boolean;

/** Returns the props of the first rendered element that has such props. */
export function propsOf(element: unknown, matches: Matches): Props {
  const found = search(element, matches);
  if (!found) throw new Error("no such element is rendered");
  return found;
}

function search(node: unknown, matches: Matches): Props | undefined {
  if (Array.isArray(node))
    return node.map((each) => search(each, matches)).find((found) => found !== undefined);
  if (typeof node !== "object" || node === null || !("props" in node)) return undefined;
  const { props } = node as { props: Props };
  return matches(props) ? props : search(props.children, matches);
}
