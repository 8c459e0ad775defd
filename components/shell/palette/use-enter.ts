import { useEffect, useState } from "react";
import type { Option } from "./entry";
import { isEarly } from "./is-early";
import type { useSections } from "./use-sections";

interface Entering {
  text: string;
  found: ReturnType<typeof useSections>;
  entries: readonly Option[];
  /** The index of the active option. */
  active: number;
  choose: (option: Option | undefined) => void;
}

/** Returns what Enter does: it opens the active option, once the options are those of the text. */
export function useEnter({ text, found, entries, active, choose }: Entering): () => void {
  const { isSearching, hasFailed } = found;
  const [entered, setEntered] = useState<string>();
  // Another text, also one that is typed back later, is another search.
  if (entered !== undefined && entered !== text) setEntered(undefined);
  const isDue = entered === text && !isSearching && !hasFailed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the options of the answer
  useEffect(() => {
    if (isDue) choose(entries[active]);
  }, [isDue]);
  return () =>
    isEarly({ ...found, active, count: entries.length })
      ? setEntered(text)
      : choose(entries[active]);
}
