"use client";

import { useEffect, useRef } from "react";

/** Focuses the first invalid field of a submitted form; a field that only lost the focus does not get it back. */
export function useWrongFocus(id: string, isWrong: boolean): void {
  const wasSent = useRef(false);
  useEffect(() => {
    const form = document.getElementById(id)?.closest("form");
    const leaving = new AbortController();
    const note = (type: string, isSent: boolean) =>
      form?.addEventListener(type, () => (wasSent.current = isSent), { signal: leaving.signal });
    note("submit", true);
    note("focusin", false);
    return () => leaving.abort();
  }, [id]);
  useEffect(() => {
    const field = document.getElementById(id);
    const first = field?.closest("form")?.querySelector("[aria-invalid=true]");
    if (isWrong && wasSent.current && field === first) field?.focus();
  }, [id, isWrong]);
}
