import dynamic from "next/dynamic";
import { Amount } from "@/components/ui/amount";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Facts } from "@/components/ui/facts";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/api/client/api-error";
import { count, LastActive, Pending, Webhooks } from "./activity-cells";
import { usePartnerActivity } from "./queries";

// The chart is loaded after the numbers.
const PartnerCardDays = dynamic(
  () => import("./partner-card-days").then(({ PartnerCardDays }) => PartnerCardDays),
  { ssr: false, loading: () => <Skeleton className="h-48" /> },
);

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
      <PartnerCardDays partnerId={partnerId} />
    </section>
  );
}
