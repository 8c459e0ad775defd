import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listAddresses } from "@/app/api/v1/partner/addresses/route";
import { GET as listWithdrawals } from "@/app/api/v1/partner/withdrawal/route";
import { GET as getOwnApprovals } from "@/app/api/v1/partner/withdrawal-approvals/route";
import { ExplainOpen } from "@/components/explain/explain-open";
import {
  ownApprovalsQuery,
  savedAddressesQuery,
  withdrawalsQuery,
} from "@/components/withdrawals/queries";
import { WithdrawalsScreen } from "@/components/withdrawals/withdrawals-screen";

export const metadata: Metadata = { title: "Withdrawals" };

export default async function WithdrawalsPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/withdrawals", search);
  return (
    <Prefetched
      reads={[
        [withdrawalsQuery(search), listWithdrawals],
        [savedAddressesQuery, listAddresses],
        [ownApprovalsQuery, getOwnApprovals],
      ]}
    >
      <WithdrawalsScreen explanation={<ExplainOpen base="/withdrawals" />} />
    </Prefetched>
  );
}
