import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listDisputes } from "@/app/api/v1/partner/card/disputes/route";
import { DisputesScreen } from "@/components/disputes/disputes-screen";
import { disputesQuery } from "@/components/disputes/queries";

export const metadata: Metadata = { title: "Disputes" };

export default async function DisputesPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/disputes", search);
  return (
    <Prefetched reads={[[disputesQuery(search), listDisputes]]}>
      <DisputesScreen />
    </Prefetched>
  );
}
