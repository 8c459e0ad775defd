"use client";

import { ErrorPanel } from "@/components/ui/error-panel";
import { Skeleton } from "@/components/ui/skeleton";
import { toApiError } from "@/lib/fetch/api-error";
import { Endpoint } from "./endpoint";
import { Events } from "./events";
import { useWebhookEndpoint } from "./queries";

/** Did my server hear of it, and what did it say? */
export function Webhooks() {
  const { data, error, refetch } = useWebhookEndpoint();
  return (
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
      <Events />
    </div>
  );
}
