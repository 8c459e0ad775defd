"use client";

import { Amount } from "@/components/ui/amount";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Link } from "@/components/ui/link";
import { SkeletonTwoLines } from "@/components/ui/skeleton-two-lines";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { lineOf } from "./activity-words";
import { type Activity, useActivity } from "./queries";

function Line({ activity }: { activity: Activity }) {
  const { title, details, direction, href } = lineOf(activity);
  const isCharged = activity.kind === "card" && activity.status !== "declined";
  const fee = isCharged ? activity.fxFee : undefined;
  return (
    <li className="flex min-h-11 items-center justify-between gap-4 py-1.5">
      <span className="min-w-0">
        <Link href={href} className="block truncate font-medium hover:underline">
          {title}
        </Link>
        <span className="text-quiet">
          {details.join(" · ")} · <Time instant={activity.createdAt} />
        </span>
      </span>
      <span className="flex flex-col items-end">
        <span>
          {activity.hasMore && <span className="text-quiet">at least </span>}
          <Amount value={activity.amount} direction={direction} />
        </span>
        {fee !== undefined && (
          <span className="whitespace-nowrap text-quiet">
            + <Amount value={fee} currency="" /> FX fee
          </span>
        )}
      </span>
    </li>
  );
}

/** The latest transactions of the cards and the wallet. */
export function RecentActivity() {
  const { data, error, refetch } = useActivity();
  const activities = data?.activities;
  return (
    <section className="space-y-2">
      <h2 className="flex items-baseline justify-between gap-4 font-semibold">
        Recent activity
        <Link
          href="/transactions"
          className="text-small font-normal text-accent underline underline-offset-4"
        >
          See all
        </Link>
      </h2>
      {error && !activities && (
        <ErrorPanel
          title="Recent activity could not be loaded"
          failure={toApiError(error)}
          onRetry={() => refetch()}
        />
      )}
      {!activities && !error && <SkeletonTwoLines count={10} label="Loading recent activity" />}
      {activities?.length === 0 && (
        <p className="text-small text-quiet">
          No activity yet. Deposits, purchases and fees appear here.
        </p>
      )}
      {activities && activities.length > 0 && (
        <ul className="divide-y divide-line border-y border-line text-small">
          {activities.map((activity) => (
            <Line key={activity.id} activity={activity} />
          ))}
        </ul>
      )}
    </section>
  );
}
