"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { ErrorPanel } from "@/components/ui/error-panel";
import { ListPage } from "@/components/ui/list-page";
import { Skeleton } from "@/components/ui/skeleton";
import { useSheet } from "@/components/ui/use-sheet";
import { toApiError } from "@/lib/api/client/api-error";
import { Endpoint } from "./endpoint";
import { Events } from "./events";
import { useWebhookEndpoint } from "./queries";

// Loaded after the list, before it is first opened.
const loadSheet = () => import("./event-sheet").then(({ EventSheet }) => EventSheet);
const EventSheet = dynamic(loadSheet);

/** The page of the webhook endpoint and its events. */
export function WebhooksScreen() {
  const { data, error, refetch } = useWebhookEndpoint();
  const { selectedId, hrefOf, open, sheet } = useSheet("/developers/webhooks");
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
        {!data && !error && <Skeleton className="h-32" />}
        {data && <Endpoint endpoint={data} />}
        <Events selectedId={selectedId} hrefOf={hrefOf} onOpen={open} />
      </div>
    </ListPage>
  );
}
