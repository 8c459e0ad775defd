"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./icon";
import { useSheetTitle } from "./use-sheet-title";

interface SheetProps {
  title: ReactNode;
  /** The name of the object in the document's title, where the sheet's title only says its kind. */
  name?: string | undefined;
  /** Changes with the shown object, so that the focus moves to the new heading. */
  subject: string;
  /** The list behind the sheet. */
  closeHref: string;
  onClose: () => void;
  /** The sheet was opened from the list, not by its address. */
  takesFocus: boolean;
  children: ReactNode;
}

/** The details of one object beside its list; on a phone over it. The sheet has its own address. */
export function Sheet({
  title,
  name,
  subject,
  closeHref,
  onClose,
  takesFocus,
  children,
}: SheetProps) {
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject is another view
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [subject, takesFocus]);

  useSheetTitle(heading, name);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inField = event.target instanceof Element && event.target.closest("input");
      // A dialog or popover above the sheet closes first, wherever the focus is.
      const isUnder = inField || document.querySelector("dialog[open], :popover-open") !== null;
      if (event.key === "Escape" && !event.defaultPrevented && !isUnder) onClose();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onClose]);

  return (
    <section
      aria-labelledby={titleId}
      className="fixed top-(--bar-height) right-0 bottom-0 z-30 w-full overflow-y-auto overscroll-contain border-l border-line bg-surface sm:w-[27rem]"
    >
      <div className="sticky top-0 z-10 flex items-center gap-2 border-b border-line bg-surface py-2 pr-2 pl-5">
        <h2
          id={titleId}
          ref={heading}
          tabIndex={-1}
          className="min-w-0 flex-1 font-semibold wrap-anywhere outline-none"
        >
          {title}
        </h2>
        <a
          href={closeHref}
          onClick={(event) => {
            event.preventDefault();
            onClose();
          }}
          className="flex size-9 items-center justify-center rounded-large text-quiet hover:bg-sunken hover:text-text pointer-coarse:size-11"
        >
          <Icon name="close" />
          <span className="sr-only">Close</span>
        </a>
      </div>
      <div className="space-y-6 p-5 pb-24">{children}</div>
    </section>
  );
}
