"use client";

import type { Total } from "@/lib/kernel/page";
import { goTo, useAddress } from "./address";
import { Button } from "./button";
import { totalText } from "./page-header";
import { skipOf } from "./page-of";

/** The position of a page in a list. */
interface ListPlace extends Total {
  skip: number;
  limit: number;
  /** The cursor of the page that follows, in a list that has cursors. */
  nextCursor?: string | undefined;
  /** The number of rows of the page, where a page before the last one may have fewer than `limit`. */
  length?: number | undefined;
}

interface PaginationProps extends ListPlace {
  /** Set where the page's address does not contain the position in the list. */
  onGo?: (skip: number) => void;
}

/** Formats the places of the rows of a page: `1–50`. The end of a list that was not counted to its end is unknown. */
export function rangeText(place: ListPlace): string {
  const { skip, limit, total, hasMoreThanTotal, nextCursor, length } = place;
  const count = (value: number) => value.toLocaleString("en-US");
  if (length) return `${count(skip + 1)}–${count(skip + length)}`;
  if (!hasMoreThanTotal) return `${count(skip + 1)}–${count(Math.min(skip + limit, total))}`;
  const isLast = nextCursor === undefined;
  return isLast ? `From ${count(skip + 1)}` : `${count(skip + 1)}–${count(skip + limit)}`;
}

/**
 * Shows the position in a list and links to the previous and next page. The next page begins after the last row of this
 * one, also when rows came or went meanwhile; the previous page is found by its position.
 */
export function Pagination(props: PaginationProps) {
  const { skip: read, limit, nextCursor, length, onGo, ...counted } = props;
  const { total, hasMoreThanTotal = false } = counted;
  const { params, withParams } = useAddress();
  // The position in the address is that of the page's list, beside which this one may be.
  const skip = onGo ? read : skipOf(params, read);
  if (total <= limit && skip === 0) return null;
  const go = (next: number, cursor?: string) => {
    if (onGo) return onGo(Math.max(0, next));
    goTo(withParams({ skip: next > 0 ? String(next) : undefined, cursor }));
    window.scrollTo(0, 0);
  };
  // Where the list was not counted to its end, each page before this one has rows.
  const lastSkip = hasMoreThanTotal ? skip : Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const isBehind = !hasMoreThanTotal && skip >= total;
  const isFirst = skip === 0;
  const isLast = nextCursor === undefined && (hasMoreThanTotal || skip + limit >= total);
  return (
    <nav
      aria-label="Pages of the list"
      className="flex items-center justify-between gap-3 pt-3 text-small"
    >
      <p className="text-quiet tabular-nums">
        {!isBehind && `${rangeText({ skip, limit, nextCursor, length, ...counted })} of `}
        {totalText(counted)}
        {isBehind && " in total, none on this page"}
      </p>
      <div className="flex gap-2">
        <Button
          look="plain"
          size="compact"
          data-page={isFirst ? undefined : "k"}
          disabled={isFirst}
          onClick={() => go(Math.min(Math.max(0, skip - limit), lastSkip))}
        >
          Previous page
        </Button>
        <Button
          look="plain"
          size="compact"
          data-page={isLast ? undefined : "j"}
          disabled={isLast}
          onClick={() => go(skip + limit, nextCursor)}
        >
          Next page
        </Button>
      </div>
    </nav>
  );
}
