"use client";

import { Amount } from "@/components/ui/amount";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/api/client/api-error";
import { useBalance } from "./queries";

/** The wallet balance, and the amounts that are about to change it. `confirming` is undefined while it is not known. */
export function WalletBalance({ confirming }: { confirming: number | undefined }) {
  const { data, error, refetch } = useBalance();
  if (error && !data)
    return (
      <ErrorPanel
        title="The balance could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    );
  if (!data) return <Skeleton className="h-29 w-60" />;
  return (
    <div className="space-y-3">
      <div className="space-y-1">
        <p className="text-small text-quiet">Available balance</p>
        <p className="text-large font-semibold">
          <Amount value={data.availableBalance} />
        </p>
      </div>
      <dl className="flex flex-wrap gap-x-10 gap-y-2 text-small">
        <div>
          <dt className="text-quiet">Pending in</dt>
          <dd>
            {confirming === undefined ? "–" : <Amount value={confirming} direction="in" />}
            {confirming !== undefined && confirming > 0 && (
              <span className="text-quiet"> confirming on chain</span>
            )}
          </dd>
        </div>
        <div>
          <dt className="text-quiet">Pending out</dt>
          <dd>
            <Link href="/withdrawals?status=pending,approved" className="hover:underline">
              <Amount value={data.pendingWithdrawals} />
            </Link>
            {data.pendingWithdrawals > 0 && (
              <span className="text-quiet"> pending withdrawals (already deducted)</span>
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}
