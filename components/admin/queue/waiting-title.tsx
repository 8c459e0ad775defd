"use client";

import { useEffect } from "react";
import { useWaitingCount } from "./queries";

/** Adds the number of pending withdrawals to the title of the browser's tab, on every page of the console. */
export function WaitingTitle() {
  const total = useWaitingCount();
  useEffect(() => {
    const badge = total > 0 ? `(${total}) ` : "";
    const wear = () => {
      const title = badge + document.title.replace(/^\(\d+\) /, "");
      if (document.title !== title) document.title = title;
    };
    wear();
    // Every navigation sets a new title.
    const observer = new MutationObserver(wear);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [total]);
  return null;
}
