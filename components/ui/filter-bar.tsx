"use client";

import type { ReactNode } from "react";
import { goTo } from "./address";
import { Button } from "./button";
import { useCleared } from "./use-cleared";

interface FilterBarProps {
  /** The names in the address that hold the list to something. */
  names: readonly string[];
  children: ReactNode;
}

/** The filters of a list, side by side, and the way back to all of it. */
export function FilterBar({ names, children }: FilterBarProps) {
  const { isFiltered, clearedHref } = useCleared(names);
  return (
    // biome-ignore lint/a11y/useSemanticElements: each filter is a fieldset of its own
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2">
      {children}
      {isFiltered && (
        <Button look="text" size="compact" onClick={() => goTo(clearedHref, { isReplacing: true })}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
