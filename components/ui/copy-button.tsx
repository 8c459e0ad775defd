"use client";

import { classNames } from "./class-names";
import { Icon } from "./icon";
import { useCopy } from "./use-copy";

interface CopyButtonProps {
  text: string;
  /** Names the copied text for screen readers: "the link". */
  label: string;
  /** Text beside the icon. */
  children?: string;
  className?: string;
  onCopied?: (() => void) | undefined;
}

/** Copies a text and shows the outcome over the content below, so that nothing moves. */
export function CopyButton({ text, label, children, className, onCopied }: CopyButtonProps) {
  const { outcome, copy } = useCopy(text);
  return (
    <button
      type="button"
      onClick={async () => {
        if (await copy()) onCopied?.();
      }}
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
