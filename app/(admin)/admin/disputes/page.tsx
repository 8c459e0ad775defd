import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listAdminDisputes } from "@/app/api/admin/disputes/route";
import { DisputesScreen } from "@/components/admin/disputes/disputes-screen";
import { adminDisputesQuery } from "@/components/admin/disputes/queries";
import { PartnerFilter } from "@/components/admin/partners/late-partner-filter";

export const metadata: Metadata = { title: "Disputes" };

export default async function DisputesPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/admin/disputes", search);
  return (
    <Prefetched reads={[[adminDisputesQuery(search), listAdminDisputes]]}>
      <DisputesScreen partnerFilter={<PartnerFilter isMany />} />
    </Prefetched>
  );
}
