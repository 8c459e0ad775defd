"use client";

import Link from "next/link";
import { Amount } from "@/components/ui/amount";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { useActivity } from "./queries";

/** The latest transactions. */
export function RecentActivity() {
  const { activities, error, refetch } = useActivity();
  return (
    <section className="space-y-2">
      <h2 className="font-semibold">Recent activity</h2>
      {error && !activities && (
        <ErrorPanel
          title="Recent activity could not be loaded"
          failure={toApiError(error)}
          onRetry={refetch}
        />
      )}
      {!activities && !error && <Skeleton className="h-40" />}
      {activities?.length === 0 && (
        <p className="text-small text-quiet">
          No activity yet. Deposits, purchases and fees appear here.
        </p>
      )}
      {activities && activities.length > 0 && (
        <ul className="divide-y divide-line border-y border-line text-small">
          {activities.map(({ id, text, detail, amount, direction, href, createdAt }) => (
            <li key={id} className="flex min-h-11 items-center justify-between gap-4 py-1.5">
              <span className="min-w-0">
                <Link href={href} className="block truncate font-medium hover:underline">
                  {text}
                </Link>
                <span className="text-quiet">
                  {detail} · <Time instant={createdAt} />
                </span>
              </span>
              <Amount value={amount} direction={direction} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
