"use client";

import { useState } from "react";
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
  const onClose = () => {
    goTo(closeHref);
    requestAnimationFrame(() =>
      document
        .querySelector<HTMLElement>(`[data-row-link][href^="${base}/${selectedId}"]`)
        ?.focus(),
    );
  };
  const open = (id: string) => {
    setOpened(true);
    goTo(hrefOf(id));
  };
  return { selectedId, hrefOf, open, sheet: { closeHref, onClose, takesFocus: wasOpened } };
}
