"use client";

import { useEffect, useRef, useState } from "react";
import { goTo, useAddress } from "./address";

interface SheetState {
  /** What is open beside the list, if anything. */
  selectedId: string | undefined;
  hrefOf: (id: string) => string;
  open: (id: string) => void;
  /** For the sheet itself. */
  sheet: { closeHref: string; onClose: () => void; takesFocus: boolean };
}

/**
 * What of a list is open beside it: the address says so (`/cards/<id>`). Closing gives the focus back to its row.
 * `transient` names the parameters that do not outlive the view that they belong to.
 */
export function useSheet(base: string, transient: readonly string[] = ["do"]): SheetState {
  const { path, withParams } = useAddress();
  const [wasOpened, setOpened] = useState(false);
  const below = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : "";
  const selectedId = below.split("/")[0] || undefined;
  const without = Object.fromEntries(transient.map((name) => [name, undefined]));
  const closeHref = withParams(without, base);
  const hrefOf = (id: string) => withParams(without, `${base}/${id}`);
  const closedId = useRef<string>(undefined);
  useEffect(() => {
    // Another may have been opened in the same moment: then the focus is there.
    if (selectedId === undefined && closedId.current !== undefined)
      document
        .querySelector<HTMLElement>(`[data-row-link][href^="${base}/${closedId.current}"]`)
        ?.focus();
    closedId.current = undefined;
  }, [base, selectedId]);
  const onClose = () => {
    closedId.current = selectedId;
    goTo(closeHref);
  };
  const open = (id: string) => {
    setOpened(true);
    goTo(hrefOf(id));
  };
  return { selectedId, hrefOf, open, sheet: { closeHref, onClose, takesFocus: wasOpened } };
}
