import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as listRequests } from "@/app/api/v1/partner/requests/route";
import { requestsQuery } from "@/components/requests/queries";
import { RequestsScreen } from "@/components/requests/requests-screen";
import { env } from "@/lib/kernel/env";

export const metadata: Metadata = { title: "Requests" };

export default async function RequestsPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  const { role } = await requireSignedIn("/developers/requests", search);
  return (
    <Prefetched reads={role === "viewer" ? [] : [[requestsQuery(search), listRequests]]}>
      <RequestsScreen keptDays={env().KEEP_REQUEST_LOG_DAYS} />
    </Prefetched>
  );
}
