"use client";

import { type ComponentType, useEffect, useState } from "react";

/**
 * Returns a component that is loaded once the page is hydrated, undefined until then. A file that cannot be loaded
 * leaves the page as it is. `load` must not change between renders.
 */
export function useLate<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | undefined {
  const [loaded, setLoaded] = useState<{ Part: ComponentType<Props> }>();
  useEffect(() => void load().then((Part) => setLoaded({ Part })), [load]);
  return loaded?.Part;
}
