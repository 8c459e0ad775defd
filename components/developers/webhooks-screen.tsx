"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { ErrorPanel } from "@/components/ui/error-panel";
import { ListPage } from "@/components/ui/list-page";
import { Skeleton } from "@/components/ui/skeleton";
import { useSheet } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { Events } from "./events";
import { useWebhookEndpoint } from "./queries";

// Loaded after the list, before it is first opened.
const loadSheet = () => import("./event-sheet").then(({ EventSheet }) => EventSheet);
const EventSheet = dynamic(loadSheet);

// Rendered by the server, and loaded after the page.
const Endpoint = dynamic(() => import("./endpoint").then(({ Endpoint }) => Endpoint));

// Rendered after the list, which the page is for.
const DeliveryCharts = dynamic(
  () => import("./delivery-charts").then(({ DeliveryCharts }) => DeliveryCharts),
  { ssr: false, loading: () => <Skeleton className="h-40" /> },
);

/** The page of the webhook endpoint and its events. */
export function WebhooksScreen() {
  const { data, error, refetch } = useWebhookEndpoint();
  const { selectedId, rows, sheet } = useSheet("/developers/webhooks");
  useEffect(() => void loadSheet(), []);
  return (
    <ListPage sheet={selectedId && <EventSheet key={selectedId} eventId={selectedId} {...sheet} />}>
      <div className="space-y-8">
        {error && !data && (
          <ErrorPanel
            title="The webhook endpoint could not be loaded"
            failure={toApiError(error)}
            onRetry={() => refetch()}
          />
        )}
        {!data && !error && <Skeleton className="h-44" />}
        {data && <Endpoint endpoint={data} />}
        <Events rows={rows} />
        {data?.webhookUrl && <DeliveryCharts />}
      </div>
    </ListPage>
  );
}
