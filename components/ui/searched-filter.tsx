"use client";

import { useEffect } from "react";
import { FIRST_PAGE, goTo, useAddress } from "./address";
import { FilterMenu } from "./filter-menu";
import { Late, type LatePart } from "./late-part";

interface SearchedFilterProps {
  /** The parameter in the address, which contains the chosen id. */
  name: string;
  label: string;
  /** The chosen object in words. */
  word: string;
  /** Searches for objects and reports the id of the chosen one. */
  choices: LatePart<{ onChoose: (id: string) => void }>;
}

/** Filters a list by one object that people search for, such as a user or a card. */
export function SearchedFilter({ name, label, word, choices }: SearchedFilterProps) {
  const { params, withParams } = useAddress();
  useEffect(() => void choices.preload(), [choices]);
  const choose = (id: string | undefined) => goTo(withParams({ [name]: id, ...FIRST_PAGE }));
  return (
    <FilterMenu
      label={label}
      chosen={params.has(name) ? word : undefined}
      onClear={() => choose(undefined)}
    >
      {(close) => (
        <Late
          of={choices}
          props={{
            onChoose: (id) => {
              choose(id);
              close();
            },
          }}
        />
      )}
    </FilterMenu>
  );
}
