"use client";

import type { ReactNode } from "react";
import { TextField } from "./field";

const LONGEST_SEARCH = 100;

interface SearchedChoicesProps {
  /** What the text may be the beginning of. */
  label: string;
  /** What is chosen from, such as "Cards". */
  name: string;
  typed: string;
  onType: (typed: string) => void;
  /** Undefined while they are looked for. */
  choices: readonly { value: string; word: ReactNode }[] | undefined;
  /** Shown where nothing is found. */
  none: string;
  onChoose: (value: string) => void;
}

/** What a few letters find, to choose one of. */
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
