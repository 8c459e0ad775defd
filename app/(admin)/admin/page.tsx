import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getAccount } from "@/app/api/account/route";
import { GET as listAdminDisputes } from "@/app/api/admin/disputes/route";
import { GET as listHeldDeposits } from "@/app/api/admin/held-deposits/route";
import { GET as listAdminRequests } from "@/app/api/admin/requests/route";
import { GET as listWithdrawals } from "@/app/api/admin/withdrawals/route";
import { PartnerFilter } from "@/components/admin/partners/late-partner-filter";
import { disputesQuery, heldQuery, queueQuery } from "@/components/admin/queue/queries";
import { QueueScreen } from "@/components/admin/queue/queue-screen";
import { adminRequestsQuery } from "@/components/admin/requests/queries";
import { WaitingRequests } from "@/components/admin/requests/waiting-requests";
import { NoRecoveryCodes } from "@/components/settings/no-recovery-codes";
import { accountQuery } from "@/components/settings/queries";

export const metadata: Metadata = { title: "Queue" };

export default async function QueuePage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/admin", search);
  return (
    <Prefetched
      reads={[
        [queueQuery(search), listWithdrawals],
        [heldQuery, listHeldDeposits],
        [disputesQuery, listAdminDisputes],
        [adminRequestsQuery, listAdminRequests],
        [accountQuery, getAccount],
      ]}
    >
      <QueueScreen
        requests={
          <>
            <NoRecoveryCodes href="/admin/account" />
            <WaitingRequests />
          </>
        }
        partnerFilter={<PartnerFilter isMany />}
      />
    </Prefetched>
  );
}
