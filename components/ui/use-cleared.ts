"use client";

import { FIRST_PAGE, useAddress } from "./address";

/** Whether a list is held to something by the named parts of the address, and the address without them. */
export function useCleared(names: readonly string[]) {
  const { params, withParams } = useAddress();
  const without = Object.fromEntries(names.map((name) => [name, undefined]));
  return {
    isFiltered: names.some((name) => params.has(name)),
    clearedHref: withParams({ ...without, ...FIRST_PAGE }),
  };
}
