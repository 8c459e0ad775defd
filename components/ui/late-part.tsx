import { type ComponentType, lazy, useState } from "react";

/** A component whose file is loaded after the page. */
export interface LatePart<Props extends object> {
  /** Undefined until the file is loaded. */
  loaded?: ComponentType<Props>;
  preload: () => Promise<ComponentType<Props>>;
  Lazy: ComponentType<Props>;
}

/** Describes a component that `load` imports, to render it with `Late`. */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LatePart<Props> {
  const preload = async () => {
    part.loaded ??= await load();
    return part.loaded;
  };
  const Lazy: ComponentType<Props> = lazy(async () => ({ default: await preload() }));
  const part: LatePart<Props> = { preload, Lazy };
  return part;
}

/**
 * Renders a component that is loaded after the page. Uses the loaded component directly where possible, because React
 * shows the fallback of a lazy component for at least 300 ms.
 */
export function Late<Props extends object>({ of, props }: { of: LatePart<Props>; props: Props }) {
  const [Part] = useState(() => of.loaded ?? of.Lazy);
  return <Part {...props} />;
}
