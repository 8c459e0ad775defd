import type { Metadata } from "next";
import { GET as listApiKeys } from "@/app/api/v1/partner/keys/route";
import { GET as getWebhookEndpoint } from "@/app/api/v1/partner/webhooks/endpoint/route";
import { GET as listWebhookEvents } from "@/app/api/v1/partner/webhooks/events/route";
import { DevelopersScreen } from "@/components/developers/developers-screen";
import {
  apiKeysQuery,
  isWebhooks,
  webhookEndpointQuery,
  webhookEventsQuery,
} from "@/components/developers/queries";
import { Prefetched } from "../_server/prefetched";
import { type SearchParams, searchOf } from "../_server/search-of";
import { requireSignedIn } from "../_server/signed-in";

export const metadata: Metadata = { title: "Developers" };

export default async function DevelopersPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  const { role } = await requireSignedIn("/developers", search);
  const webhooks = [
    [webhookEndpointQuery, getWebhookEndpoint],
    [webhookEventsQuery(search), listWebhookEvents],
  ] as const;
  const keys = role === "viewer" ? [] : [[apiKeysQuery, listApiKeys] as const];
  return (
    <Prefetched reads={isWebhooks(search) ? webhooks : keys}>
      <DevelopersScreen />
    </Prefetched>
  );
}
