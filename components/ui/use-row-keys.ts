"use client";

import { type RefObject, useEffect } from "react";
import { isForPage } from "./use-page-keys";

const ROW = "[data-row-link]";

/** The row that is open in a sheet beside its list. */
const OPEN_ROW = `${ROW}[aria-current="true"]`;

/**
 * `j` and `k` move through the links of a list's rows, `enter` opens one, `/` focuses the search field. While a sheet
 * is open they open the next and the previous row.
 */
export function useRowKeys(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      if (event.key === "/") {
        const field = document.querySelector<HTMLElement>("[data-list-search]");
        if (!field) return;
        event.preventDefault();
        field.focus();
        return;
      }
      if (event.key !== "j" && event.key !== "k") return;
      const openRow = document.querySelector(OPEN_ROW);
      // With several lists, the one that has the focus is used, otherwise the first.
      const { activeElement } = document;
      const row = openRow ?? activeElement?.closest(ROW) ?? document.querySelector(ROW);
      if (!row || !container.current?.contains(row)) return;
      const rows = [...container.current.querySelectorAll<HTMLElement>(ROW)];
      const links: Element[] = rows;
      const from = openRow ?? activeElement;
      const at = from ? links.indexOf(from) : -1;
      const next = at < 0 ? 0 : at + (event.key === "j" ? 1 : -1);
      const target = rows[Math.max(0, Math.min(next, rows.length - 1))];
      if (!openRow) target?.focus();
      else if (target !== openRow) {
        target?.scrollIntoView({ block: "nearest" });
        target?.click();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [container]);
}
