"use client";

import { usePathname, useSearchParams } from "next/navigation";

interface GoOptions {
  /** Takes the place of this address in the browser's history. */
  isReplacing?: boolean;
}

/** Another address of the same page, without asking the server: what is shown follows from the address. */
export function goTo(path: string, { isReplacing = false }: GoOptions = {}): void {
  if (isReplacing) window.history.replaceState(null, "", path);
  else window.history.pushState(null, "", path);
}

/** A list that is held to something else begins anew. */
export const FIRST_PAGE = { skip: undefined, before: undefined } as const;

interface Address {
  path: string;
  params: URLSearchParams;
  /** This address with other parameters; undefined and empty ones are left out. Another path, when named. */
  withParams: (changes: Record<string, string | undefined>, path?: string) => string;
}

/** Where the reader is, and addresses beside it. */
export function useAddress(): Address {
  const path = usePathname();
  const current = useSearchParams();
  const params = new URLSearchParams(current);
  return {
    path,
    params,
    withParams: (changes, newPath = path) => {
      const next = new URLSearchParams(current);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === "") next.delete(name);
        else next.set(name, value);
      }
      return next.size === 0 ? newPath : `${newPath}?${next}`;
    },
  };
}
