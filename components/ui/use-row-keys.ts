"use client";

import { type RefObject, useEffect } from "react";

const TYPING = "input, textarea, select, [contenteditable]";

/** Whether a key pressed there is meant for a list: not while typing, in a dialog, or with a modifier. */
function isForList(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  return !(target instanceof Element && target.closest(`${TYPING}, dialog`));
}

/** `j` and `k` walk through the links of a list's rows, `enter` opens one, `/` goes to the search field. */
export function useRowKeys(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isForList(event)) return;
      if (event.key === "/") {
        const field = document.querySelector<HTMLElement>("[data-list-search]");
        if (!field) return;
        event.preventDefault();
        field.focus();
        return;
      }
      if (event.key !== "j" && event.key !== "k") return;
      const rows = container.current?.querySelectorAll<HTMLElement>("[data-row-link]") ?? [];
      const links: Element[] = [...rows];
      const at = document.activeElement ? links.indexOf(document.activeElement) : -1;
      const next = at < 0 ? 0 : at + (event.key === "j" ? 1 : -1);
      rows[Math.max(0, Math.min(next, rows.length - 1))]?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [container]);
}
