"use client";

import { goTo, useAddress } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { skipOf } from "@/components/ui/page-of";
import { Time } from "@/components/ui/time";
import type { ApiData } from "@/lib/api/client/types";

type CardTransactions = ApiData<"searchTransactions">;

interface SearchedPartProps extends Pick<CardTransactions, "transactions" | "pagination"> {
  /** The time of the last transaction that was searched. */
  until: string;
}

/**
 * Shown below a page for which only a part of a long list was searched: how far, and the way on. A list that is ordered by
 * amount does not continue; its period can be chosen.
 */
export function SearchedPart({ transactions, pagination, until }: SearchedPartProps) {
  const { params, withParams } = useAddress();
  const sort = params.get("sort");
  const time = <Time instant={until} isToMinute />;
  if (sort === "largest" || sort === "smallest")
    return (
      <p role="status" className="pt-3 text-small text-quiet">
        Only the newest transactions are ordered by amount, back to {time}. To order older ones,
        choose dates.
      </p>
    );
  const isNewest = sort !== "oldest";
  const skip = skipOf(params, pagination.skip) + transactions.length;
  return (
    <div role="status" className="space-y-3 py-4">
      <p>
        {skip === 0 && "No transaction matches yet. "}
        {isNewest ? "Searched back to " : "Searched up to "}
        {time}.
      </p>
      <Button
        look="plain"
        size="compact"
        onClick={() => {
          goTo(
            withParams({
              skip: skip > 0 ? String(skip) : undefined,
              cursor: pagination.nextCursor,
            }),
          );
          window.scrollTo(0, 0);
        }}
      >
        Search {isNewest ? "older" : "newer"} transactions
      </Button>
    </div>
  );
}
