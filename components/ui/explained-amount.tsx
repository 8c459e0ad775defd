"use client";

import { type ReactNode, useId, useState } from "react";
import { Icon } from "./icon";
import { useHeldClick } from "./use-held-click";

interface ExplainedAmountProps {
  /** The explanation, rendered on request. Undefined where the amount has none. */
  explanation?: ReactNode;
  /** The amount. */
  children: ReactNode;
}

const DIGITS = "text-large font-semibold";

/** The main amount of a sheet: the button that opens its explanation. Give it a `key` per object. */
export function ExplainedAmount({ explanation, children }: ExplainedAmountProps) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const held = useHeldClick(() => setOpen(true));
  if (!explanation)
    return (
      <p className="flex min-h-11 items-baseline py-1">
        <span className={DIGITS}>{children}</span>
      </p>
    );
  return (
    <div className="space-y-4">
      <button
        {...held}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
        className="-mx-2 flex min-h-11 flex-wrap items-baseline gap-x-3 rounded-large px-2 py-1 text-left hover:bg-sunken"
      >
        <span className={DIGITS}>{children}</span>
        <span className="inline-flex items-center gap-1 text-small text-accent">
          <span className="underline underline-offset-4">Explain this amount</span>
          <span aria-hidden="true" className={isOpen ? "-rotate-90" : "rotate-90"}>
            <Icon name="forward" size={14} />
          </span>
        </span>
      </button>
      {isOpen && (
        <div id={panelId} className="border-b border-line pb-5">
          {explanation}
        </div>
      )}
    </div>
  );
}
