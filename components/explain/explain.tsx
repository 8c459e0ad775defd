"use client";

import { useId, useState } from "react";
import { Icon } from "@/components/ui/icon";
import { useHeldClick } from "@/components/ui/use-held-click";
import { LateExplanation } from "./late-explanation";

/** Explains an amount on request. `id` is that of its object, or `wallet`. */
export function Explain({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const held = useHeldClick(() => setOpen(true));
  return (
    <section className="space-y-3">
      <button
        {...held}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
        className="inline-flex min-h-8 items-center gap-1.5 text-small text-accent underline underline-offset-4 pointer-coarse:min-h-11"
      >
        <span className={isOpen ? "rotate-90" : undefined}>
          <Icon name="forward" size={14} />
        </span>
        Explain this amount
      </button>
      {isOpen && (
        <div id={panelId}>
          <LateExplanation id={id} />
        </div>
      )}
    </section>
  );
}
