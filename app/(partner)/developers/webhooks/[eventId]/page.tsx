import type { Metadata } from "next";
import { Prefetched } from "@/app/_server/prefetched";
import { type SearchParams, searchOf } from "@/app/_server/search-of";
import { requireSignedIn } from "@/app/_server/signed-in";
import { GET as getWebhookEndpoint } from "@/app/api/v1/partner/webhooks/endpoint/route";
import { GET as getWebhookEvent } from "@/app/api/v1/partner/webhooks/events/[eventId]/route";
import { GET as listWebhookEvents } from "@/app/api/v1/partner/webhooks/events/route";
import {
  webhookEndpointQuery,
  webhookEventQuery,
  webhookEventsQuery,
} from "@/components/developers/queries";
import { WebhooksScreen } from "@/components/developers/webhooks-screen";

export const metadata: Metadata = { title: "Webhook event" };

interface WebhookEventPageProps {
  params: Promise<{ eventId: string }>;
  searchParams: SearchParams;
}

export default async function WebhookEventPage({ params, searchParams }: WebhookEventPageProps) {
  const { eventId } = await params;
  const search = await searchOf(searchParams);
  await requireSignedIn(`/developers/webhooks/${eventId}`, search);
  return (
    <Prefetched
      reads={[
        [webhookEndpointQuery, getWebhookEndpoint],
        [webhookEventsQuery(search), listWebhookEvents],
        [webhookEventQuery(eventId), getWebhookEvent],
      ]}
    >
      <WebhooksScreen />
    </Prefetched>
  );
}
