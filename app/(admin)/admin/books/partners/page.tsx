import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listPartners } from "@/app/api/admin/partners/route";
import { PartnersScreen } from "@/components/admin/books/partners-screen";
import { partnersQuery } from "@/components/admin/books/queries";

export const metadata: Metadata = { title: "Partner accounts" };

export default async function PartnersPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/admin/books/partners", search);
  return (
    <Prefetched reads={[[partnersQuery(search), listPartners]]}>
      <PartnersScreen />
    </Prefetched>
  );
}
