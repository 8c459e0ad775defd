import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listHeldDeposits } from "@/app/api/admin/held-deposits/route";
import { DepositsScreen } from "@/components/admin/deposits/deposits-screen";
import { heldDepositsQuery } from "@/components/admin/deposits/queries";
import { PartnerFilter } from "@/components/admin/partners/late-partner-filter";

export const metadata: Metadata = { title: "Held deposits" };

export default async function HeldDepositsPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/admin/deposits", search);
  return (
    <Prefetched reads={[[heldDepositsQuery(search), listHeldDeposits]]}>
      <DepositsScreen partnerFilter={<PartnerFilter isMany />} />
    </Prefetched>
  );
}
