import Link from "next/link";
import { Amount } from "@/components/ui/amount";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Facts } from "@/components/ui/facts";
import { Skeleton } from "@/components/ui/skeleton";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { toApiError } from "@/lib/api/client/api-error";
import { type ListedPartner, usePartnerActivity } from "./queries";

/** A number of items, with separators. */
export const count = (value: number | undefined) => value?.toLocaleString("en-US");

/** The health of a partner's webhook deliveries. */
export function Webhooks({ activity }: ListedPartner) {
  if (activity === undefined || activity.webhooks === "none")
    return <span className="text-quiet">No endpoint</span>;
  if (activity.webhooks === "ok") return <StateWord state="settled" word="OK" />;
  if (activity.webhooks === "paused") return <StateWord state="attention" word="Paused" />;
  return <StateWord state="failed" word="Failing" />;
}

/** The sum and the number of the withdrawals that wait for a decision. */
export function Pending({ activity }: ListedPartner) {
  if (!activity || activity.pendingWithdrawals.count === 0)
    return <span className="text-quiet">–</span>;
  const { amount, count: waiting } = activity.pendingWithdrawals;
  return (
    <span title={waiting === 1 ? "1 withdrawal" : `${count(waiting)} withdrawals`}>
      <Amount value={amount} /> <span className="text-quiet">({count(waiting)})</span>
    </span>
  );
}

/** When the partner last sent a request or its wallet last changed. */
export function LastActive({ activity }: ListedPartner) {
  if (activity?.lastActiveAt === undefined) return <span className="text-quiet">Never</span>;
  return <Time instant={activity.lastActiveAt} />;
}

/** What a partner does: its counts, its card volume, its webhooks and its last activity. */
export function PartnerActivity({ partnerId }: { partnerId: string }) {
  const { data, error, refetch } = usePartnerActivity(partnerId);
  const partner = data?.partners[0];
  const activity = partner?.activity;
  return (
    <section className="space-y-3">
      <h3 className="font-semibold">Activity</h3>
      {error && !data && (
        <ErrorPanel
          title="Activity could not be loaded"
          failure={toApiError(error)}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-56" />}
      {partner && activity && (
        <Facts
          facts={[
            [
              "Users",
              <Link
                key="users"
                href={`/admin/users?partnerId=${partnerId}`}
                className="text-accent underline underline-offset-4"
              >
                {count(activity.users)}
              </Link>,
            ],
            ["Cards", count(activity.cards)],
            ["Card volume, 30 days", <Amount key="volume" value={activity.cardVolume30Days} />],
            ["Pending withdrawals", <Pending key="pending" {...partner} />],
            ["Webhooks", <Webhooks key="webhooks" {...partner} />],
            ["Last active", <LastActive key="active" {...partner} />],
          ]}
        />
      )}
    </section>
  );
}
