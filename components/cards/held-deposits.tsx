"use client";

import { Amount } from "@/components/ui/amount";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { useHeldDeposits } from "./queries";

/** The deposits to the address of a terminated card, and what to do about them. */
export function HeldDeposits({ depositAddress }: { depositAddress: string }) {
  const { data, error, refetch } = useHeldDeposits(depositAddress);
  const { deposits = [], pagination } = data ?? {};
  const total = pagination?.total ?? 0;
  return (
    <>
      <p className="text-small text-quiet">
        Do not send funds to this card’s deposit address. Deposits to a terminated card are held.
      </p>
      {error && !data && (
        <ErrorPanel
          title="Held deposits could not be loaded"
          failure={toApiError(error)}
          onRetry={() => refetch()}
        />
      )}
      {deposits.length > 0 && (
        <Notice state="attention" title="Held deposits">
          <ul className="space-y-1">
            {deposits.map(({ id, amount, createdAt }) => (
              <li key={id} className="flex items-center justify-between gap-3">
                <Link href={`/wallet/${id}`} className="text-accent underline underline-offset-4">
                  <Time instant={createdAt} />
                </Link>
                <Amount value={amount} />
              </li>
            ))}
          </ul>
          {total > deposits.length && (
            <p>
              <Link
                href={`/wallet?${new URLSearchParams({ search: depositAddress, status: "held" })}`}
                className="text-accent underline underline-offset-4"
              >
                Show all held deposits
              </Link>
            </p>
          )}
          <p>Contact support to have them credited to your wallet.</p>
        </Notice>
      )}
    </>
  );
}
