import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getPartnerBalances } from "@/app/api/admin/books/partners/[id]/balances/route";
import { PartnerScreen } from "@/components/admin/books/partner-screen";
import { partnerBalancesQuery } from "@/components/admin/books/queries";

export const metadata: Metadata = { title: "Partner accounts" };

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function PartnerPage({ params, searchParams }: PageProps) {
  const [{ id }, search] = await Promise.all([params, searchOf(searchParams)]);
  await requireSignedIn(`/admin/books/partners/${id}`, search);
  return (
    <Prefetched reads={[[partnerBalancesQuery(id, search), getPartnerBalances]]}>
      <PartnerScreen partnerId={id} />
    </Prefetched>
  );
}
