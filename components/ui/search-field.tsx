"use client";

import { useEffect, useState } from "react";
import { goTo, useAddress } from "./address";
import { Icon } from "./icon";

const SETTLED_MS = 250;

interface SearchFieldProps {
  /** What is looked for: "Name or e-mail". */
  label: string;
  name?: string;
}

/** What is searched lives in the address, a moment after the typing rests. */
export function SearchField({ label, name = "search" }: SearchFieldProps) {
  const { params, withParams } = useAddress();
  const inAddress = params.get(name) ?? "";
  const [typed, setTyped] = useState(inAddress);
  const target = withParams({ [name]: typed.trim(), skip: undefined });
  const isSettled = typed.trim() === inAddress;
  // Cleared from elsewhere, as by "Clear filters".
  const [seen, setSeen] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    if (inAddress === "") setTyped("");
  }
  useEffect(() => {
    if (isSettled) return;
    const timer = setTimeout(() => goTo(target, { isReplacing: true }), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isSettled, target]);
  return (
    <label className="relative flex min-w-0 flex-1 items-center sm:max-w-72">
      <span className="sr-only">{label}</span>
      <span className="pointer-events-none absolute left-2.5 text-quiet">
        <Icon name="search" size={16} />
      </span>
      <input
        type="search"
        data-list-search=""
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        placeholder={label}
        maxLength={200}
        className="min-h-9 w-full rounded-large border border-line-strong bg-surface pr-3 pl-8 text-small placeholder:text-quiet pointer-coarse:min-h-11"
      />
    </label>
  );
}
