"use client";

import { FIRST_PAGE, goTo, useAddress } from "./address";
import { classNames } from "./class-names";
import { FilterMenu } from "./filter-menu";
import { Icon } from "./icon";

interface FilterChoicesProps {
  /** The parameter in the address. */
  name: string;
  label: string;
  options: readonly { value: string; word: string }[];
  /** What the list shows without the parameter, where it is filtered then too: "Pending". */
  unchosen?: string;
}

/** The number of words that fit into the chip. */
const MAX_WORDS = 2;

/** Filters a list by several of a few values, which the address contains separated by commas: `?status=a,b`. */
export function FilterChoices({ name, label, options, unchosen }: FilterChoicesProps) {
  const { params, withParams } = useAddress();
  const chosen = params.get(name)?.split(",").filter(Boolean) ?? [];
  // A link may contain a value that the filter does not offer.
  const unlisted = chosen.filter((each) => !options.some(({ value }) => value === each));
  const all = [...options, ...unlisted.map((value) => ({ value, word: value }))];
  const words = all.filter(({ value }) => chosen.includes(value)).map(({ word }) => word);
  const choose = (values: readonly string[]) =>
    goTo(withParams({ [name]: values.join(","), ...FIRST_PAGE }));
  const toggle = (value: string) =>
    choose(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <FilterMenu
      label={label}
      chosen={
        words.length === 0
          ? unchosen
          : words.length > MAX_WORDS
            ? `${words.length} selected`
            : words.join(", ")
      }
      isCleared={words.length === 0}
      onClear={() => choose([])}
    >
      {() => (
        <ul>
          {all.map(({ value, word }) => (
            <li key={value}>
              <button
                type="button"
                aria-pressed={chosen.includes(value)}
                onClick={() => toggle(value)}
                className={classNames(
                  "flex min-h-9 w-full items-center justify-between gap-2 rounded-small px-2 text-left hover:bg-sunken pointer-coarse:min-h-11",
                  chosen.includes(value) && "font-medium text-accent",
                )}
              >
                {word}
                {chosen.includes(value) && <Icon name="check" size={14} />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </FilterMenu>
  );
}
