"use client";

import { useEffect } from "react";
import { useWaitingCount } from "./queries";

/** Returns a title with the number of pending withdrawals in front, which may be one that was counted to a limit. */
export const titleWith = (title: string, total: number, hasMore: boolean): string =>
  (total > 0 ? `(${total}${hasMore ? "+" : ""}) ` : "") + title.replace(/^\(\d+\+?\) /, "");

/** Adds the number of pending withdrawals to the title of the browser's tab, on every page of the console. */
export function WaitingTitle() {
  const { total = 0, hasMoreThanTotal = false } = useWaitingCount() ?? {};
  useEffect(() => {
    const wear = () => {
      const title = titleWith(document.title, total, hasMoreThanTotal);
      if (document.title !== title) document.title = title;
    };
    wear();
    // Every navigation sets a new title.
    const observer = new MutationObserver(wear);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [total, hasMoreThanTotal]);
  return null;
}
