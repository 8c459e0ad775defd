import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getAdminDispute } from "@/app/api/admin/disputes/[id]/route";
import { GET as listAdminDisputes } from "@/app/api/admin/disputes/route";
import { DisputesScreen } from "@/components/admin/disputes/disputes-screen";
import { adminDisputeQuery, adminDisputesQuery } from "@/components/admin/disputes/queries";
import { PartnerFilter } from "@/components/admin/partners/late-partner-filter";

export const metadata: Metadata = { title: "Dispute" };

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function DisputePage({ params, searchParams }: PageProps) {
  const [{ id }, search] = await Promise.all([params, searchOf(searchParams)]);
  await requireSignedIn(`/admin/disputes/${id}`, search);
  return (
    <Prefetched
      reads={[
        [adminDisputesQuery(search), listAdminDisputes],
        [adminDisputeQuery(id), getAdminDispute],
      ]}
    >
      <DisputesScreen partnerFilter={<PartnerFilter isMany />} />
    </Prefetched>
  );
}
