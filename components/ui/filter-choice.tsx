"use client";

import { FIRST_PAGE, goTo, useAddress } from "./address";
import { classNames } from "./class-names";
import { FilterMenu } from "./filter-menu";

interface FilterChoiceProps {
  /** The parameter in the address. */
  name: string;
  label: string;
  options: readonly { value: string; word: string }[];
  /** The choice without the parameter, where the list is filtered then too: "Pending". */
  unchosen?: string;
}

/** Filters a list by one of a few values; the value is stored in the address. */
export function FilterChoice({ name, label, options, unchosen }: FilterChoiceProps) {
  const { params, withParams } = useAddress();
  const value = params.get(name);
  const all = unchosen === undefined ? options : [{ value: "", word: unchosen }, ...options];
  const chosen = all.find((option) => option.value === (value ?? ""));
  const choose = (next: string | undefined) => goTo(withParams({ [name]: next, ...FIRST_PAGE }));
  return (
    <FilterMenu
      label={label}
      chosen={chosen?.word ?? value ?? undefined}
      isCleared={value === null}
      onClear={() => choose(undefined)}
    >
      {(close) => (
        <ul>
          {all.map((option) => (
            <li key={option.value}>
              <button
                type="button"
                aria-pressed={option === chosen}
                onClick={() => {
                  choose(option === chosen ? undefined : option.value);
                  close();
                }}
                className={classNames(
                  "flex min-h-9 w-full items-center rounded-small px-2 text-left hover:bg-sunken pointer-coarse:min-h-11",
                  option === chosen && "font-medium text-accent",
                )}
              >
                {option.word}
              </button>
            </li>
          ))}
        </ul>
      )}
    </FilterMenu>
  );
}
