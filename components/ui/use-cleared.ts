"use client";

import { FIRST_PAGE, useAddress } from "./address";

/** Returns whether any of the parameters filters the list, and the address without them. */
export function useCleared(names: readonly string[]) {
  const { params, withParams } = useAddress();
  const without = Object.fromEntries(names.map((name) => [name, undefined]));
  return {
    isFiltered: names.some((name) => params.has(name)),
    clearedHref: withParams({ ...without, ...FIRST_PAGE }),
  };
}
