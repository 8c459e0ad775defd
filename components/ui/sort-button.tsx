"use client";

import { FIRST_PAGE, goTo, useAddress } from "./address";

interface SortButtonProps {
  name: string;
  sorts: readonly string[];
}

/** A heading that orders its list: one order after another, then the usual one again. What is chosen lives in the address. */
export function SortButton({ name, sorts }: SortButtonProps) {
  const { params, withParams } = useAddress();
  const at = sorts.indexOf(params.get("sort") ?? "");
  const next = sorts[at + 1];
  return (
    <button
      type="button"
      onClick={() => goTo(withParams({ sort: next, ...FIRST_PAGE }), { isReplacing: true })}
      className="inline-flex min-h-6 items-center gap-1 rounded-small font-medium hover:text-text"
    >
      {name}
      {at >= 0 && (
        <>
          <span aria-hidden="true">{at === 0 ? "↓" : "↑"}</span>
          <span className="sr-only">, sorted by {sorts[at]}</span>
        </>
      )}
    </button>
  );
}
