"use client";

import { FIRST_PAGE, goTo, useAddress } from "./address";

/** The default order of every list of the API. */
const USUAL = "newest";

const DESCENDING: readonly string[] = [USUAL, "largest", "highest_volume", "last_active"];

const ARROWS = { ascending: "↑", descending: "↓" };

/** Returns the direction in which a column orders the list; undefined when another column does. */
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

/** A column heading that cycles through its orders and back to the default; the order is stored in the address. */
export function SortButton({ name, sorts }: SortButtonProps) {
  const { params, withParams } = useAddress();
  const order = orderOf(sorts, params);
  const next = sorts[sorts.indexOf(params.get("sort") ?? USUAL) + 1];
  const sort = next === USUAL ? undefined : next;
  return (
    <button
      type="button"
      onClick={() => goTo(withParams({ sort, ...FIRST_PAGE }))}
      className="inline-flex min-h-6 items-center gap-1 rounded-small font-medium hover:text-text"
    >
      {name}
      {order && <span aria-hidden="true">{ARROWS[order]}</span>}
    </button>
  );
}
