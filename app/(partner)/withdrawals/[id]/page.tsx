import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listAddresses } from "@/app/api/v1/partner/addresses/route";
import { GET as getProgress } from "@/app/api/v1/partner/withdrawal/[id]/progress/route";
import { GET as getWithdrawal } from "@/app/api/v1/partner/withdrawal/[id]/route";
import { GET as listWithdrawals } from "@/app/api/v1/partner/withdrawal/route";
import { GET as getOwnApprovals } from "@/app/api/v1/partner/withdrawal-approvals/route";
import { ExplainOpen } from "@/components/explain/explain-open";
import {
  ownApprovalsQuery,
  savedAddressesQuery,
  withdrawalProgressQuery,
  withdrawalQuery,
  withdrawalsQuery,
} from "@/components/withdrawals/queries";
import { WithdrawalsScreen } from "@/components/withdrawals/withdrawals-screen";

export const metadata: Metadata = { title: "Withdrawal" };

interface WithdrawalPageProps {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function WithdrawalPage({ params, searchParams }: WithdrawalPageProps) {
  const { id } = await params;
  const search = await searchOf(searchParams);
  await requireSignedIn(`/withdrawals/${id}`, search);
  return (
    <Prefetched
      reads={[
        [withdrawalsQuery(search), listWithdrawals],
        [savedAddressesQuery, listAddresses],
        [ownApprovalsQuery, getOwnApprovals],
        [withdrawalQuery(id), getWithdrawal],
        [withdrawalProgressQuery(id), getProgress],
      ]}
    >
      <WithdrawalsScreen explanation={<ExplainOpen base="/withdrawals" />} />
    </Prefetched>
  );
}
