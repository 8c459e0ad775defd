"use client";

import { useEffect } from "react";
import { useWaitingCount } from "./queries";

/** How many wait, before the name of the browser's tab, whichever page of the console is open in it. */
export function WaitingTitle() {
  const total = useWaitingCount();
  useEffect(() => {
    const badge = total > 0 ? `(${total}) ` : "";
    const wear = () => {
      const title = badge + document.title.replace(/^\(\d+\) /, "");
      if (document.title !== title) document.title = title;
    };
    wear();
    // Every page that is gone to brings a title of its own.
    const observer = new MutationObserver(wear);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [total]);
  return null;
}
