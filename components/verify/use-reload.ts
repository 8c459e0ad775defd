"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Most reviews end within seconds. Each pause is twice as long as the one before, up to a minute. */
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;

/** Reads the page again and again while it is visible, because no one notifies it of a result. */
export function useReload(): void {
  const { refresh } = useRouter();
  useEffect(() => {
    let pauseMs = FIRST_PAUSE_MS;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(() => {
        if (document.visibilityState === "visible") refresh();
        pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2);
        wait();
      }, pauseMs);
    };
    wait();
    return () => clearTimeout(timer);
  }, [refresh]);
}
