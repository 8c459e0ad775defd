import { Amount } from "@/components/ui/amount";
import { totalText } from "@/components/ui/page-header";
import { Time } from "@/components/ui/time";
import type { QueuePage } from "./queries";

/** The number and the sum of the pending withdrawals that match, and the age of the oldest. */
export function QueueTotals({ page: { totals, pagination } }: { page: QueuePage }) {
  if (!totals || pagination.total === 0) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 text-small text-quiet">
      <span>
        <span className="font-medium text-text">
          {totalText(pagination)} {pagination.total === 1 ? "withdrawal" : "withdrawals"}
        </span>
        , <Amount value={totals.amount} className="text-text" /> in total
      </span>
      {totals.oldestAt && (
        <span>
          Oldest requested <Time instant={totals.oldestAt} />
        </span>
      )}
    </p>
  );
}
