"use client";

import type { ReactNode } from "react";
import { TextField } from "./field";

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
  /** Shown when nothing matches. */
  none: string;
  onChoose: (value: string) => void;
}

/** A search input with its matches, of which one is chosen. */
export function SearchedChoices(props: SearchedChoicesProps) {
  const { label, name, typed, onType, choices, none, onChoose } = props;
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
              onClick={() => onChoose(value)}
              className="flex min-h-9 w-full items-center gap-2 rounded-small px-2 text-left hover:bg-sunken pointer-coarse:min-h-11"
            >
              {word}
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
