"use client";

import Link from "next/link";
import { Amount } from "@/components/ui/amount";
import { ErrorPanel } from "@/components/ui/error-panel";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import { Skeleton } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/api/client/api-error";
import { useBalance } from "./queries";

/** The wallet balance and the pending withdrawals. */
export function WalletBalance() {
  const { data, error, refetch } = useBalance();
  const { role } = useReader();
  if (error && !data)
    return (
      <ErrorPanel
        title="The balance could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    );
  if (!data) return <Skeleton className="h-20 w-60" />;
  return (
    <div className="space-y-1">
      <p className="text-small text-quiet">Available balance</p>
      <p className="text-large font-semibold">
        <Amount value={data.availableBalance} />
      </p>
      {data.pendingWithdrawals > 0 && (
        <p className="text-small text-quiet">
          <Amount value={data.pendingWithdrawals} /> pending withdrawals (already deducted)
        </p>
      )}
      <div className="flex flex-wrap gap-x-5 gap-y-1 pt-2 text-small">
        <Link href="/transactions?of=wallet" className="text-accent underline underline-offset-4">
          All transactions
        </Link>
        {role === "owner" ? (
          <Link href="/withdrawals?do=create" className="text-accent underline underline-offset-4">
            Withdraw
          </Link>
        ) : (
          <RoleNote>Only owners can withdraw.</RoleNote>
        )}
      </div>
    </div>
  );
}
