import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getRequest } from "@/app/api/v1/partner/requests/[requestId]/route";
import { GET as listRequests } from "@/app/api/v1/partner/requests/route";
import { requestQuery, requestsQuery } from "@/components/requests/queries";
import { RequestsScreen } from "@/components/requests/requests-screen";
import { env } from "@/lib/kernel/env";

export const metadata: Metadata = { title: "Request" };

interface RequestPageProps {
  params: Promise<{ requestId: string }>;
  searchParams: SearchParams;
}

export default async function RequestPage({ params, searchParams }: RequestPageProps) {
  const { requestId } = await params;
  const search = await searchOf(searchParams);
  const { role } = await requireSignedIn(`/developers/requests/${requestId}`, search);
  const reads = [
    [requestsQuery(search), listRequests],
    [requestQuery(requestId), getRequest],
  ] as const;
  return (
    <Prefetched reads={role === "viewer" ? [] : reads}>
      <RequestsScreen keptDays={env().KEEP_REQUEST_LOG_DAYS} />
    </Prefetched>
  );
}
