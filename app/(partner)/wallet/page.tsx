import type { Metadata } from "next";
import { readerZone } from "@/app/_server/drawn-at";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getOverview } from "@/app/api/v1/partner/overview/route";
import { GET as getProfile } from "@/app/api/v1/partner/profile/route";
import { GET as getBalance } from "@/app/api/v1/partner/wallet/balance/route";
import { GET as listDeposits } from "@/app/api/v1/partner/wallet/deposits/route";
import { GET as listWalletTransactions } from "@/app/api/v1/partner/wallet/transactions/route";
import { Explain } from "@/components/explain/explain";
import { ExplainOpen } from "@/components/explain/explain-open";
import {
  balanceQuery,
  depositsQuery,
  latestMovementsQuery,
  profileQuery,
  walletOverviewQuery,
} from "@/components/wallet/queries";
import { WalletScreen } from "@/components/wallet/wallet-screen";

export const metadata: Metadata = { title: "Wallet" };

export default async function WalletPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/wallet", search);
  const zone = await readerZone();
  return (
    <Prefetched
      reads={[
        [balanceQuery, getBalance],
        [profileQuery, getProfile],
        [depositsQuery(search), listDeposits],
        [walletOverviewQuery(zone), getOverview],
        [latestMovementsQuery, listWalletTransactions],
      ]}
    >
      <WalletScreen
        drawnIn={zone}
        explanation={<Explain id="wallet" />}
        depositExplanation={<ExplainOpen base="/wallet" />}
      />
    </Prefetched>
  );
}
