"use client";

import { Amount } from "@/components/ui/amount";
import { Link } from "@/components/ui/link";
import { Time } from "@/components/ui/time";
import type { OwnApprovals } from "./queries";

/** The withdrawals that wait for a second person of the partner. */
export function WaitingWithdrawals({
  waiting,
  hasMoreWaiting,
}: Pick<OwnApprovals, "waiting" | "hasMoreWaiting">) {
  return (
    <section aria-labelledby="waiting-withdrawals" className="space-y-2">
      <h2 id="waiting-withdrawals" className="font-semibold">
        Waiting for a second approver on your team
      </h2>
      <ul className="divide-y divide-line border-y border-line text-small">
        {waiting.map(({ withdrawalId, amount, createdAt, requestedBy, mayApprove }) => (
          <li key={withdrawalId} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
            <span>
              <Amount value={amount} />, requested by {requestedBy ?? "an API key"}{" "}
              <Time instant={createdAt} />
            </span>
            <Link
              href={`/withdrawals/${withdrawalId}`}
              className="text-accent underline underline-offset-4"
            >
              {mayApprove ? "Review" : "View"}
              <span className="sr-only"> the withdrawal of {amount} USD</span>
            </Link>
          </li>
        ))}
      </ul>
      {hasMoreWaiting && (
        <p className="text-small">These are the {waiting.length} oldest. More wait after them.</p>
      )}
    </section>
  );
}
