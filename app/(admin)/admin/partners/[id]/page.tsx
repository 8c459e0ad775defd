import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listPeople } from "@/app/api/admin/partners/[id]/people/route";
import { GET as getPartner } from "@/app/api/admin/partners/[id]/route";
import { GET as listPartners } from "@/app/api/admin/partners/route";
import { PartnersScreen } from "@/components/admin/partners/partners-screen";
import {
  partnerActivityQuery,
  partnerPeopleQuery,
  partnerQuery,
  partnersQuery,
} from "@/components/admin/partners/queries";
import { RequestsOfPartner } from "@/components/admin/requests/requests-of-partner";

export const metadata: Metadata = { title: "Partner" };

interface PartnerPageProps {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function PartnerPage({ params, searchParams }: PartnerPageProps) {
  const { id } = await params;
  const search = await searchOf(searchParams);
  await requireSignedIn(`/admin/partners/${id}`, search);
  return (
    <Prefetched
      reads={[
        [partnersQuery(search), listPartners],
        [partnerQuery(id), getPartner],
        [partnerActivityQuery(id), listPartners],
        [partnerPeopleQuery(id), listPeople],
      ]}
    >
      <PartnersScreen requests={<RequestsOfPartner />} />
    </Prefetched>
  );
}
