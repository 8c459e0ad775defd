"use client";

import { type RefObject, useEffect, useRef } from "react";
import { isForPage } from "./use-page-keys";

const ROW = "[data-row-link]";

/** The row that is open in a sheet beside its list. */
const OPEN_ROW = `${ROW}[aria-current="true"]`;

interface RowKeysOptions {
  /** Identifies the list with its filters, order and page. */
  listKey: string;
  /** The rows belong to the previous page, until the requested ones are loaded. */
  isStale: boolean;
}

/** A list without pages. */
const ONE_PAGE: RowKeysOptions = { listKey: "", isStale: false };

/** A step over the edge of a page, until the rows of the other page are there. */
interface Step {
  key: "j" | "k";
  /** The page that is left. */
  from: string;
  isOpening: boolean;
}

const rowsIn = (container: HTMLElement) => [...container.querySelectorAll<HTMLElement>(ROW)];

/** The button of the pagination below the list, which names the key where a page follows in this direction. */
const pageButton = (container: HTMLElement, key: "j" | "k") =>
  container.parentElement?.nextElementSibling?.querySelector<HTMLElement>(`[data-page="${key}"]`);

function show(row: HTMLElement | undefined, isOpening: boolean): void {
  if (!isOpening) row?.focus();
  else {
    row?.scrollIntoView({ block: "nearest" });
    row?.click();
  }
}

/** Moves to the next or the previous row. Returns the step over the edge, if the row is on another page. */
function move(container: HTMLElement, key: "j" | "k", listKey: string): Step | undefined {
  const openRow = document.querySelector(OPEN_ROW);
  // With several lists, the one that has the focus is used, otherwise the first.
  const { activeElement } = document;
  const row = openRow ?? activeElement?.closest(ROW) ?? document.querySelector(ROW);
  if (!row || !container.contains(row)) return undefined;
  const rows = rowsIn(container);
  const links: (Element | null)[] = rows;
  const at = links.indexOf(openRow ?? activeElement);
  const target = rows[at < 0 ? 0 : at + (key === "j" ? 1 : -1)];
  const isOpening = openRow !== null;
  if (target) show(target, isOpening);
  const button = target ? undefined : pageButton(container, key);
  button?.click();
  return button ? { key, from: listKey, isOpening } : undefined;
}

/**
 * `j` and `k` move through the links of a list's rows, `enter` opens one. While a sheet is open they open the next and the
 * previous row. At the edge of a page they go on to the other page.
 */
export function useRowKeys(
  container: RefObject<HTMLElement | null>,
  { listKey, isStale }: RowKeysOptions = ONE_PAGE,
): void {
  const step = useRef<Step>(undefined);
  useEffect(() => {
    const { key, from, isOpening } = step.current ?? {};
    if (!container.current || isStale || key === undefined || from === listKey) return;
    step.current = undefined;
    show(rowsIn(container.current).at(key === "j" ? 0 : -1), isOpening === true);
  }, [container, listKey, isStale]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isForPage(event)) return;
      if ((event.key !== "j" && event.key !== "k") || !container.current || isStale) return;
      step.current = move(container.current, event.key, listKey) ?? step.current;
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [container, listKey, isStale]);
}
