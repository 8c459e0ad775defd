import type { Total } from "@/lib/kernel/page";

/** The position of a page in a list. */
export interface ListPlace extends Total {
  skip: number;
  limit: number;
  /** The cursor of the page that follows, in a list that has cursors. */
  nextCursor?: string | undefined;
}

/** Formats the length of a list: `1,204`, or `10,000+` for one that was counted up to there. */
export function totalText({ total, hasMoreThanTotal }: Total): string {
  return `${total.toLocaleString("en-US")}${hasMoreThanTotal ? "+" : ""}`;
}

/** Formats the places of the rows of a page: `1–50`. The end of a list that was not counted to its end is unknown. */
export function rangeText(place: ListPlace): string {
  const { skip, limit, total, hasMoreThanTotal, nextCursor } = place;
  const count = (value: number) => value.toLocaleString("en-US");
  if (!hasMoreThanTotal) return `${count(skip + 1)}–${count(Math.min(skip + limit, total))}`;
  const isLast = nextCursor === undefined;
  return isLast ? `From ${count(skip + 1)}` : `${count(skip + 1)}–${count(skip + limit)}`;
}
