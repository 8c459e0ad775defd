import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getJournal } from "@/app/api/admin/books/journals/[id]/route";
import { GET as listJournals } from "@/app/api/admin/books/journals/route";
import { JournalsScreen } from "@/components/admin/books/journals-screen";
import { journalQuery, journalsQuery } from "@/components/admin/books/queries";
import { PartnerFilter } from "@/components/admin/partners/late-partner-filter";

export const metadata: Metadata = { title: "Journal" };

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function JournalPage({ params, searchParams }: PageProps) {
  const [{ id }, search] = await Promise.all([params, searchOf(searchParams)]);
  await requireSignedIn(`/admin/books/journals/${id}`, search);
  return (
    <Prefetched
      reads={[
        [journalsQuery(search), listJournals],
        [journalQuery(id), getJournal],
      ]}
    >
      <JournalsScreen partnerFilter={<PartnerFilter isMany />} />
    </Prefetched>
  );
}
