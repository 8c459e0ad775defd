import type { Metadata } from "next";
import { GET as listWithdrawals } from "@/app/api/v1/partner/withdrawal/route";
import { withdrawalsQuery } from "@/components/withdrawals/queries";
import { WithdrawalsScreen } from "@/components/withdrawals/withdrawals-screen";
import { Prefetched } from "../_server/prefetched";
import { type SearchParams, searchOf } from "../_server/search-of";
import { requireSignedIn } from "../_server/signed-in";

export const metadata: Metadata = { title: "Withdrawals" };

export default async function WithdrawalsPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/withdrawals", search);
  return (
    <Prefetched reads={[[withdrawalsQuery(search), listWithdrawals]]}>
      <WithdrawalsScreen />
    </Prefetched>
  );
}
