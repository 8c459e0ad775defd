"use client";

import dynamic from "next/dynamic";
import { type ComponentProps, useState } from "react";
import { ErrorPanel } from "@/components/ui/error-panel";
import { toApiError } from "@/lib/api/client/api-error";
import { type AdminRequest, useAdminRequests } from "./queries";
import type { RequestDialog as Dialog } from "./request-dialog";

// Rendered by the server, and loaded after the page: most of the time there is no request.
// With a placeholder of its own: without one, the whole page would give way to its placeholder.
const RequestLine = dynamic(() => import("./request-line").then(({ RequestLine }) => RequestLine), {
  loading: () => null,
});

// Loaded when it is opened, and never rendered by the server.
const RequestDialog = dynamic(
  () => import("./request-dialog").then(({ RequestDialog }) => RequestDialog),
  { ssr: false },
);

interface WaitingRequestsProps {
  /** Selects the requests for this page; all when left out. */
  isShown?: (request: AdminRequest) => boolean;
}

/** The requests that a second administrator must confirm; renders nothing when there are none. */
export function WaitingRequests({ isShown = () => true }: WaitingRequestsProps) {
  const { data, error, refetch } = useAdminRequests();
  // Not in the line: a confirmed request leaves the list, while its dialog shows the link of the invitation only once.
  const [openDialog, setOpenDialog] = useState<Omit<ComponentProps<typeof Dialog>, "onClose">>();
  if (error && !data)
    return (
      <ErrorPanel
        title="Pending requests could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    );
  const requests = data?.requests.filter(isShown) ?? [];
  return (
    <>
      {requests.length > 0 && (
        <section aria-labelledby="waiting-requests" className="space-y-2">
          <h2 id="waiting-requests" className="font-semibold">
            Pending a second administrator
          </h2>
          <ul className="divide-y divide-line border-y border-line text-small">
            {requests.map((request) => (
              <RequestLine
                key={request.requestId}
                request={request}
                onAsk={(act) => setOpenDialog({ act, request })}
              />
            ))}
          </ul>
        </section>
      )}
      {openDialog && <RequestDialog {...openDialog} onClose={() => setOpenDialog(undefined)} />}
    </>
  );
}
