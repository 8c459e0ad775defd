"use client";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { FIRST_PAGE, goTo, useAddress } from "./address";
import { SearchBox } from "./search-box";

const SETTLED_MS = 250;

interface SearchFieldProps {
  /** The label, with the searched fields: "Name or email". */
  label: string;
  name?: string;
}

/**
 * A search input whose text is stored in the address shortly after the typing stops. The browser's back button undoes
 * the whole search, not its letters.
 */
export function SearchField({ label, name = "search" }: SearchFieldProps) {
  const { params, withParams } = useAddress();
  const inAddress = params.get(name) ?? "";
  const [typed, setTyped] = useState(inAddress);
  /** The text that this field stored while it has had the focus. */
  const [stored, setStored] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // What was typed before hydration is in the field, and React knows nothing of it.
  useLayoutEffect(() => {
    if (field.current) setTyped(field.current.value);
  }, []);
  const text = typed.trim();
  const target = withParams({ [name]: text, ...FIRST_PAGE });
  const isSettled = text === inAddress;
  // The address was changed elsewhere, for example by "Clear filters" or the back button.
  const [seen, setSeen] = useState(inAddress);
  if (seen !== inAddress) {
    setSeen(inAddress);
    if (inAddress !== stored) {
      setTyped(inAddress);
      setStored(undefined);
    }
  }
  useEffect(() => {
    if (isSettled) return;
    const timer = setTimeout(() => {
      goTo(target, { isReplacing: stored !== undefined });
      setStored(text);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isSettled, target, stored, text]);
  return (
    <SearchBox
      label={label}
      field={field}
      value={typed}
      onChange={setTyped}
      onBlur={() => setStored(undefined)}
    />
  );
}
