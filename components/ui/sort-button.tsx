"use client";

import { FIRST_PAGE, goTo, useAddress } from "./address";

/** What a list is ordered by where its address says nothing, as every list of the API is. */
const USUAL = "newest";

const DESCENDING: readonly string[] = [USUAL, "largest"];

const ARROWS = { ascending: "↑", descending: "↓" };

/** How a column orders the list that an address asks for; undefined when another one does. */
export function orderOf(
  sorts: readonly string[],
  params: URLSearchParams,
): "ascending" | "descending" | undefined {
  const sort = params.get("sort") ?? USUAL;
  if (!sorts.includes(sort)) return undefined;
  return DESCENDING.includes(sort) ? "descending" : "ascending";
}

interface SortButtonProps {
  name: string;
  sorts: readonly string[];
}

/** A heading that orders its list: one order after another, then the usual one again. What is chosen lives in the address. */
export function SortButton({ name, sorts }: SortButtonProps) {
  const { params, withParams } = useAddress();
  const order = orderOf(sorts, params);
  const next = sorts[sorts.indexOf(params.get("sort") ?? USUAL) + 1];
  const sort = next === USUAL ? undefined : next;
  return (
    <button
      type="button"
      onClick={() => goTo(withParams({ sort, ...FIRST_PAGE }), { isReplacing: true })}
      className="inline-flex min-h-6 items-center gap-1 rounded-small font-medium hover:text-text"
    >
      {name}
      {order && <span aria-hidden="true">{ARROWS[order]}</span>}
    </button>
  );
}
