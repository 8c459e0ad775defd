import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getOperatorPosting } from "@/app/api/admin/postings/[id]/route";
import { GET as listOperatorPostings } from "@/app/api/admin/postings/route";
import { PartnerFilter } from "@/components/admin/partners/late-partner-filter";
import { PostingsScreen } from "@/components/admin/postings/postings-screen";
import { postingQuery, postingsQuery } from "@/components/admin/postings/queries";

export const metadata: Metadata = { title: "Operator posting" };

interface PageProps {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
}

export default async function PostingPage({ params, searchParams }: PageProps) {
  const [{ id }, search] = await Promise.all([params, searchOf(searchParams)]);
  await requireSignedIn(`/admin/postings/${id}`, search);
  return (
    <Prefetched
      reads={[
        [postingsQuery(search), listOperatorPostings],
        [postingQuery(id), getOperatorPosting],
      ]}
    >
      <PostingsScreen partnerFilter={<PartnerFilter hasOperator isMany />} />
    </Prefetched>
  );
}
