"use client";

import type { Ref } from "react";
import { Icon } from "./icon";
import { usePageKeys } from "./use-page-keys";

/** With several search fields, the first. */
const KEYS = {
  "/": () => document.querySelector<HTMLElement>("[data-list-search]")?.focus(),
};

interface SearchBoxProps {
  /** The label, with the searched fields: "Name or email". */
  label: string;
  value: string;
  onChange: (text: string) => void;
  onBlur?: (() => void) | undefined;
  field?: Ref<HTMLInputElement>;
}

/** A search input; the key `/` focuses it. */
export function SearchBox({ label, value, onChange, onBlur, field }: SearchBoxProps) {
  usePageKeys(KEYS);
  return (
    <label className="relative flex min-w-0 flex-1 items-center max-sm:basis-full sm:min-w-48 sm:max-w-96">
      <span className="sr-only">{label}</span>
      <span className="pointer-events-none absolute left-2.5 text-quiet">
        <Icon name="search" size={16} />
      </span>
      <input
        ref={field}
        type="search"
        data-list-search=""
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        placeholder={label}
        maxLength={200}
        className="min-h-9 w-full rounded-large border border-line-strong bg-surface pr-2 pl-8 text-small text-ellipsis placeholder:text-quiet pointer-coarse:min-h-11 [&:placeholder-shown::-webkit-search-cancel-button]:hidden"
      />
    </label>
  );
}
