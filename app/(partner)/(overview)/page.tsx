import type { Metadata } from "next";
import { readerZone } from "@/app/_server/drawn-at";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getRecentActivity } from "@/app/api/v1/partner/activity/route";
import { GET as getOverview } from "@/app/api/v1/partner/overview/route";
import { OverviewScreen } from "@/components/overview/overview-screen";
import { periodOf } from "@/components/overview/period";
import { activityQuery, overviewQuery } from "@/components/overview/queries";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/", search);
  const zone = await readerZone();
  return (
    <Prefetched
      reads={[
        [overviewQuery(zone, periodOf(search)), getOverview],
        [activityQuery, getRecentActivity],
      ]}
    >
      <OverviewScreen drawnIn={zone} />
    </Prefetched>
  );
}
