import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listOperatorPostings } from "@/app/api/admin/postings/route";
import { PartnerFilter } from "@/components/admin/partners/late-partner-filter";
import { PostingsScreen } from "@/components/admin/postings/postings-screen";
import { postingsQuery } from "@/components/admin/postings/queries";

export const metadata: Metadata = { title: "Operator postings" };

export default async function PostingsPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/admin/postings", search);
  return (
    <Prefetched reads={[[postingsQuery(search), listOperatorPostings]]}>
      <PostingsScreen partnerFilter={<PartnerFilter hasOperator isMany />} />
    </Prefetched>
  );
}
