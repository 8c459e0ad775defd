import type { Metadata } from "next";
import { cookies } from "next/headers";
import { Prefetched } from "@/app/_server/prefetched";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listCardTransactions } from "@/app/api/v1/partner/card/transactions/route";
import { GET as getOverview } from "@/app/api/v1/partner/overview/route";
import { GET as listWalletTransactions } from "@/app/api/v1/partner/wallet/transactions/route";
import { OverviewScreen } from "@/components/overview/overview-screen";
import {
  cardActivityQuery,
  overviewQuery,
  walletActivityQuery,
} from "@/components/overview/queries";
import { ZONE_COOKIE, zoneOf } from "@/components/overview/zone";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  await requireSignedIn("/", new URLSearchParams());
  const zone = zoneOf((await cookies()).get(ZONE_COOKIE)?.value);
  return (
    <Prefetched
      reads={[
        [overviewQuery(zone), getOverview],
        [walletActivityQuery, listWalletTransactions],
        [cardActivityQuery, listCardTransactions],
      ]}
    >
      <OverviewScreen drawnIn={zone} />
    </Prefetched>
  );
}
