"use client";

import { useEffect, useRef, useState } from "react";
import { goTo, useAddress } from "./address";

/** Props of the table whose rows open beside it. */
export interface SheetRows {
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
  selectedKey: string | undefined;
}

interface SheetState {
  /** The id of the object that is open beside the list, if any. */
  selectedId: string | undefined;
  rows: SheetRows;
  /** Props of the sheet. */
  sheet: { closeHref: string; onClose: () => void; takesFocus: boolean };
}

/**
 * Returns the object that is open beside a list, from the address (`/cards/<id>`). Closing the sheet returns the focus
 * to its row. `transient` names the parameters to remove when the open object changes.
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
    // If another object was opened meanwhile, it has the focus.
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
  const onOpen = (id: string) => {
    setOpened(true);
    goTo(hrefOf(id));
  };
  return {
    selectedId,
    rows: { hrefOf, onOpen, selectedKey: selectedId },
    sheet: { closeHref, onClose, takesFocus: wasOpened },
  };
}
