"use client";

import { usePathname, useSearchParams } from "next/navigation";
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useLayoutEffect,
  useOptimistic,
} from "react";

interface GoOptions {
  /** Takes the place of this address in the browser's history. */
  isReplacing?: boolean;
}

const AddressContext = createContext("/");

/** Shows an address at once; there is one while a page of the service is open. */
let show: ((address: string) => void) | undefined;

/**
 * Another address of the same page, without asking the server: what is shown follows from the address, and at once. The
 * framework follows in its own time; until then what was asked for last counts.
 */
export function goTo(address: string, { isReplacing = false }: GoOptions = {}): void {
  startTransition(() => {
    show?.(address);
    if (isReplacing) window.history.replaceState(null, "", address);
    else window.history.pushState(null, "", address);
  });
}

/** Where the reader is: where the framework is, but for an address of `goTo` that it has yet to follow. */
export function AddressProvider({ children }: { children: ReactNode }) {
  const path = usePathname();
  const search = useSearchParams().toString();
  const [address, setAddress] = useOptimistic(search === "" ? path : `${path}?${search}`);
  useLayoutEffect(() => {
    show = setAddress;
    return () => {
      show = undefined;
    };
  }, [setAddress]);
  return <AddressContext value={address}>{children}</AddressContext>;
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
  const [path = "", search = ""] = useContext(AddressContext).split("?");
  const params = new URLSearchParams(search);
  return {
    path,
    params,
    withParams: (changes, newPath = path) => {
      const next = new URLSearchParams(search);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === "") next.delete(name);
        else next.set(name, value);
      }
      return next.size === 0 ? newPath : `${newPath}?${next}`;
    },
  };
}
