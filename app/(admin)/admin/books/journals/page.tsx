import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listJournals } from "@/app/api/admin/books/journals/route";
import { JournalsScreen } from "@/components/admin/books/journals-screen";
import { journalsQuery } from "@/components/admin/books/queries";
import { PartnerFilter } from "@/components/admin/partners/late-partner-filter";

export const metadata: Metadata = { title: "Journals" };

export default async function JournalsPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/admin/books/journals", search);
  return (
    <Prefetched reads={[[journalsQuery(search), listJournals]]}>
      <JournalsScreen partnerFilter={<PartnerFilter isMany />} />
    </Prefetched>
  );
}
