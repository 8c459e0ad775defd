import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getHeldDeposit } from "@/app/api/admin/held-deposits/[id]/route";
import { GET as listHeldDeposits } from "@/app/api/admin/held-deposits/route";
import { DepositsScreen } from "@/components/admin/deposits/deposits-screen";
import { heldDepositQuery, heldDepositsQuery } from "@/components/admin/deposits/queries";
import { PartnerFilter } from "@/components/admin/partners/late-partner-filter";

export const metadata: Metadata = { title: "Held deposit" };

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function HeldDepositPage({ params, searchParams }: PageProps) {
  const [{ id }, search] = await Promise.all([params, searchOf(searchParams)]);
  await requireSignedIn(`/admin/deposits/${id}`, search);
  return (
    <Prefetched
      reads={[
        [heldDepositsQuery(search), listHeldDeposits],
        [heldDepositQuery(id), getHeldDeposit],
      ]}
    >
      <DepositsScreen partnerFilter={<PartnerFilter isMany />} />
    </Prefetched>
  );
}
