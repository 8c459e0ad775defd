import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listAdminUsers } from "@/app/api/admin/users/route";
import { PartnerFilter } from "@/components/admin/partners/late-partner-filter";
import { CardUsersScreen } from "@/components/admin/users/card-users-screen";
import { cardUsersQuery } from "@/components/admin/users/queries";

export const metadata: Metadata = { title: "Card users" };

export default async function CardUsersPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/admin/users", search);
  return (
    <Prefetched reads={[[cardUsersQuery(search), listAdminUsers]]}>
      <CardUsersScreen partnerFilter={<PartnerFilter />} />
    </Prefetched>
  );
}
