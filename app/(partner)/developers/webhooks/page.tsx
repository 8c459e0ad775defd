import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getWebhookEndpoint } from "@/app/api/v1/partner/webhooks/endpoint/route";
import { GET as listWebhookEvents } from "@/app/api/v1/partner/webhooks/events/route";
import { webhookEndpointQuery, webhookEventsQuery } from "@/components/developers/queries";
import { WebhooksScreen } from "@/components/developers/webhooks-screen";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchOf(searchParams);
  await requireSignedIn("/developers/webhooks", search);
  return (
    <Prefetched
      reads={[
        [webhookEndpointQuery, getWebhookEndpoint],
        [webhookEventsQuery(search), listWebhookEvents],
      ]}
    >
      <WebhooksScreen />
    </Prefetched>
  );
}
