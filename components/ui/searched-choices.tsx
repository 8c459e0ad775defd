"use client";

import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { TextField } from "./field";
import { Icon } from "./icon";

const LONGEST_SEARCH = 100;

interface SearchedChoicesProps {
  /** The label, with the fields whose beginning the text may be. */
  label: string;
  /** The name of the list of choices, such as "Cards". */
  name: string;
  typed: string;
  onType: (typed: string) => void;
  /** Undefined while they are loading. */
  choices: readonly { value: string; word: ReactNode }[] | undefined;
  /** The values that are chosen, where several can be. */
  chosen?: readonly string[];
  /** Shown when nothing matches. */
  none: string;
  onChoose: (value: string) => void;
}

/** A search input with its matches, of which one or several are chosen. */
export function SearchedChoices(props: SearchedChoicesProps) {
  const { label, name, typed, onType, choices, chosen, none, onChoose } = props;
  return (
    <div className="space-y-2">
      <TextField
        label={label}
        type="search"
        autoComplete="off"
        maxLength={LONGEST_SEARCH}
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
      <ul aria-label={name}>
        {choices?.map(({ value, word }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={chosen?.includes(value)}
              onClick={() => onChoose(value)}
              className={classNames(
                "flex min-h-9 w-full items-center justify-between gap-2 rounded-small px-2 text-left hover:bg-sunken pointer-coarse:min-h-11",
                chosen?.includes(value) && "font-medium text-accent",
              )}
            >
              {word}
              {chosen?.includes(value) && <Icon name="check" size={14} />}
            </button>
          </li>
        ))}
      </ul>
      {choices?.length === 0 && (
        <p role="status" className="px-2 text-quiet">
          {none}
        </p>
      )}
    </div>
  );
}
