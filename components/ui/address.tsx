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
  /** Replaces the current entry of the browser's history. */
  isReplacing?: boolean;
}

const AddressContext = createContext("/");

/** Renders an address at once; set while a page of the service is mounted. */
let show: ((address: string) => void) | undefined;

/**
 * Changes the address within the page without a request to the server: the page renders the new address at once. The
 * framework's router follows later; until then the last requested address is shown.
 */
export function goTo(address: string, { isReplacing = false }: GoOptions = {}): void {
  startTransition(() => {
    show?.(address);
    if (isReplacing) window.history.replaceState(null, "", address);
    else window.history.pushState(null, "", address);
  });
}

/** Provides the current address: the router's, or a newer one of `goTo` that the router has yet to follow. */
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

/** Resets the pagination when a filter or the order of a list changes. */
export const FIRST_PAGE = { skip: undefined, cursor: undefined } as const;

interface Address {
  path: string;
  params: URLSearchParams;
  /** Returns this address with other parameters; undefined and empty ones are removed. `path` replaces the path. */
  withParams: (changes: Record<string, string | undefined>, path?: string) => string;
}

/** Returns the current address, and a function for addresses derived from it. */
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
