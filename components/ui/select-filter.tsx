"use client";

import { FIRST_PAGE, goTo, useAddress } from "./address";

interface SelectFilterProps {
  /** The name in the address. */
  name: string;
  label: string;
  /** What stands there for all of them: "All events". */
  all: string;
  options: readonly { value: string; word: string }[];
}

/** One of many, or all of them; what is chosen lives in the address. */
export function SelectFilter({ name, label, all, options }: SelectFilterProps) {
  const { params, withParams } = useAddress();
  return (
    <select
      aria-label={label}
      value={params.get(name) ?? ""}
      onChange={(event) =>
        goTo(withParams({ [name]: event.target.value, ...FIRST_PAGE }), { isReplacing: true })
      }
      className="min-h-9 max-w-full rounded-large border border-line-strong bg-surface px-2 text-small pointer-coarse:min-h-11"
    >
      <option value="">{all}</option>
      {options.map(({ value, word }) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </select>
  );
}
