"use client";

import { FIRST_PAGE, goTo, useAddress } from "./address";
import { classNames } from "./class-names";

interface FilterChipsProps {
  /** The parameter in the address. */
  name: string;
  label: string;
  options: readonly { value: string; word: string }[];
  /** The label of the choice without a filter. */
  unchosen?: string;
}

/** Filters a list by one of a few values, shown as chips; the value is stored in the address. */
export function FilterChips({ name, label, options, unchosen = "All" }: FilterChipsProps) {
  const { params, withParams } = useAddress();
  const chosen = params.get(name) ?? "";
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {[{ value: "", word: unchosen }, ...options].map(({ value, word }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => goTo(withParams({ [name]: value, ...FIRST_PAGE }), { isReplacing: true })}
          className={classNames(
            "min-h-8 rounded-full border px-3 text-small transition-colors pointer-coarse:min-h-11",
            value === chosen
              ? "border-accent bg-accent-faint font-medium text-accent"
              : "border-line text-quiet hover:border-line-strong hover:text-text",
          )}
        >
          {word}
        </button>
      ))}
    </fieldset>
  );
}
