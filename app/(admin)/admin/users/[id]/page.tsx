import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getAdminUser } from "@/app/api/admin/users/[id]/route";
import { GET as listAdminUsers } from "@/app/api/admin/users/route";
import { PartnerFilter } from "@/components/admin/partners/late-partner-filter";
import { CardUsersScreen } from "@/components/admin/users/card-users-screen";
import { cardUserQuery, cardUsersQuery } from "@/components/admin/users/queries";

export const metadata: Metadata = { title: "Card user" };

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function CardUserPage({ params, searchParams }: PageProps) {
  const [{ id }, search] = await Promise.all([params, searchOf(searchParams)]);
  await requireSignedIn(`/admin/users/${id}`, search);
  return (
    <Prefetched
      reads={[
        [cardUsersQuery(search), listAdminUsers],
        [cardUserQuery(id), getAdminUser],
      ]}
    >
      <CardUsersScreen partnerFilter={<PartnerFilter />} />
    </Prefetched>
  );
}
