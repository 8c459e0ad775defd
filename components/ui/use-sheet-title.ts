"use client";

import { type RefObject, useEffect } from "react";

const SEPARATOR = " · ";
/** The number that the console puts in front of each title, such as `(10000+) `. */
const COUNT = /^\(\d+\+?\) /;

/** Returns the last part of a document's title, which names the partner or the console. */
function areaOf(title: string): string {
  const at = title.lastIndexOf(SEPARATOR);
  return at < 0 ? title : title.slice(at + SEPARATOR.length);
}

/** Returns the title of the page behind a sheet. */
function pageName(): string | undefined {
  return document.querySelector<HTMLElement>("h1[data-page]")?.dataset.page;
}

function setName(name: string): void {
  const title = `${COUNT.exec(document.title)?.[0] ?? ""}${name}${SEPARATOR}${areaOf(document.title)}`;
  if (document.title !== title) document.title = title;
}

/**
 * Names the open object in the document's title, so that tabs and the browser's history differ. The name is the sheet's
 * heading, or `name` where the heading only says the kind of object. Closing the sheet restores the page's title.
 */
export function useSheetTitle(heading: RefObject<HTMLElement | null>, name?: string): void {
  useEffect(() => {
    const apply = () => {
      const shown = name ?? heading.current?.textContent;
      if (shown) setName(shown);
    };
    apply();
    // The framework sets the title of a page after it has rendered the page, and the heading changes with its data.
    const observer = new MutationObserver(apply);
    const all = { childList: true, characterData: true, subtree: true };
    observer.observe(document.head, all);
    if (heading.current) observer.observe(heading.current, all);
    return () => observer.disconnect();
  }, [heading, name]);
  useEffect(
    () => () => {
      const page = pageName();
      if (page) setName(page);
    },
    [],
  );
}
