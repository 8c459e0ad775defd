"use client";

import { goTo, useAddress } from "./address";
import { Button } from "./button";

interface PaginationProps {
  skip: number;
  limit: number;
  total: number;
  /** Set where the page's address does not contain the position in the list. */
  onGo?: (skip: number) => void;
}

/** Shows the position in a list and links to the previous and next page. */
export function Pagination({ skip, limit, total, onGo }: PaginationProps) {
  const { withParams } = useAddress();
  if (total <= limit && skip === 0) return null;
  const go = (next: number) => {
    if (onGo) return onGo(Math.max(0, next));
    goTo(withParams({ skip: next > 0 ? String(next) : undefined }));
    window.scrollTo(0, 0);
  };
  const lastSkip = Math.max(0, Math.ceil(total / limit) - 1) * limit;
  const count = (value: number) => value.toLocaleString("en-US");
  return (
    <nav
      aria-label="Pages of the list"
      className="flex items-center justify-between gap-3 pt-3 text-small"
    >
      <p className="text-quiet tabular-nums">
        {skip < total && `${count(skip + 1)}–${count(Math.min(skip + limit, total))} of `}
        {count(total)}
        {skip >= total && " in total, none on this page"}
      </p>
      <div className="flex gap-2">
        <Button
          look="plain"
          size="compact"
          disabled={skip === 0}
          onClick={() => go(Math.min(Math.max(0, skip - limit), lastSkip))}
        >
          Newer
        </Button>
        <Button
          look="plain"
          size="compact"
          disabled={skip + limit >= total}
          onClick={() => go(skip + limit)}
        >
          Older
        </Button>
      </div>
    </nav>
  );
}
