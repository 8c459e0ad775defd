"use client";

import { useEffect, useRef, useState } from "react";

/**
 * The form that is open in a part of a page, in place of the buttons that open one. A closed form takes the focus with it,
 * so the button that opened it gets the focus, unless the person moved the focus elsewhere before. The first field of the
 * form needs `autoFocus`.
 */
export function useInlineForm<Kind extends string>() {
  const [open, setOpen] = useState<Kind>();
  const lastOpen = useRef<Kind>(undefined);
  const openers = useRef<Partial<Record<Kind, HTMLButtonElement | null>>>({});
  useEffect(() => {
    const closed = open === undefined ? lastOpen.current : undefined;
    lastOpen.current = open;
    if (closed !== undefined && document.activeElement === document.body)
      openers.current[closed]?.focus();
  }, [open]);
  return {
    open,
    close: () => setOpen(undefined),
    /** Props of the button that opens a form. */
    opener: (kind: Kind) => ({
      ref: (button: HTMLButtonElement | null) => {
        openers.current[kind] = button;
      },
      onClick: () => setOpen(kind),
    }),
  };
}
