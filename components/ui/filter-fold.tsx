import type { ReactNode } from "react";

/** Filters that are many: out of the way until they are wanted, open while some are set. */
export function FilterFold({ isSet, children }: { isSet: boolean; children: ReactNode }) {
  return (
    <details open={isSet}>
      <summary className="flex min-h-9 cursor-pointer items-center text-small font-medium text-accent pointer-coarse:min-h-11">
        {isSet ? "Filters, some set" : "Filters"}
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}
