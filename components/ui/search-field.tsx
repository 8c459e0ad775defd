"use client";

import { useEffect, useState } from "react";
import { FIRST_PAGE, goTo, useAddress } from "./address";
import { SearchBox } from "./search-box";

const SETTLED_MS = 250;

interface SearchFieldProps {
  /** The label, with the searched fields: "Name or email". */
  label: string;
  name?: string;
}

/** A search input whose text is stored in the address shortly after the typing stops. */
export function SearchField({ label, name = "search" }: SearchFieldProps) {
  const { params, withParams } = useAddress();
  const inAddress = params.get(name) ?? "";
  const [typed, setTyped] = useState(inAddress);
  const target = withParams({ [name]: typed.trim(), ...FIRST_PAGE });
  const isSettled = typed.trim() === inAddress;
  // The text was cleared elsewhere, for example by "Clear filters".
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
  return <SearchBox label={label} value={typed} onChange={setTyped} />;
}
