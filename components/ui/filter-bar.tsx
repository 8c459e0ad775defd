"use client";

import type { ReactNode } from "react";
import { goTo } from "./address";
import { Button } from "./button";
import { useCleared } from "./use-cleared";

interface FilterBarProps {
  /** The parameters of the address that filter the list. */
  names: readonly string[];
  children: ReactNode;
}

/** The filters of a list, and a button that clears them. */
export function FilterBar({ names, children }: FilterBarProps) {
  const { isFiltered, clearedHref } = useCleared(names);
  return (
    // biome-ignore lint/a11y/useSemanticElements: each filter is a fieldset of its own
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2">
      {children}
      {isFiltered && (
        <Button look="text" size="compact" onClick={() => goTo(clearedHref)}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
