"use client";

import { useEffect, useState } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";

const CONFIRMED_MS = 1_600;

interface CopyButtonProps {
  text: string;
  /** What is copied, for who does not see it: "the link". */
  label: string;
  /** Words beside the sign. */
  children?: string;
  className?: string;
}

/** Copies by one click, and says so over what is below: nothing moves. */
export function CopyButton({ text, label, children, className }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"Copied" | "Not copied">();
  useEffect(() => {
    if (outcome === undefined) return;
    const timer = setTimeout(() => setOutcome(undefined), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome("Copied"),
      () => setOutcome("Not copied"),
    );
  return (
    <button
      type="button"
      onClick={copy}
      className={classNames(
        "relative inline-flex min-h-6 min-w-6 items-center justify-center gap-1.5 rounded-small px-1 text-small text-quiet transition-colors hover:bg-sunken hover:text-text",
        className,
      )}
    >
      <Icon name={outcome === "Copied" ? "check" : "copy"} size={14} />
      {children === undefined ? <span className="sr-only">Copy {label}</span> : children}
      <span
        role="status"
        className={
          outcome === undefined
            ? "sr-only"
            : "pointer-events-none absolute top-full right-0 z-30 mt-1 rounded-small border border-line-strong bg-surface px-2 py-0.5 whitespace-nowrap text-text"
        }
      >
        {outcome}
      </span>
    </button>
  );
}
