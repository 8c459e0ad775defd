"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { AddressProvider } from "@/components/ui/address";
import { ApiError } from "@/lib/api/client/api-error";
import { liveState } from "@/lib/api/client/live/state";
import { notePageReader } from "@/lib/api/client/page-reader";
import { signInIfEnded } from "@/lib/api/client/session-ended";
import type { PageReader } from "@/lib/contract/page-reader";
import { REFRESH_MS } from "./refresh";

const FRESH_MS = 5_000;
const MAX_RETRIES = 2;

function newClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: signInIfEnded }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Displayed data is refetched after change notices; without the stream it is polled.
        refetchInterval: () => liveState() !== "live" && REFRESH_MS,
        // Change notices also cover a page that becomes visible again.
        refetchOnWindowFocus: false,
        // A refusal is final; a request without a valid response is retried.
        retry: (count, error) =>
          count < MAX_RETRIES && !(error instanceof ApiError && !error.isUnknown),
      },
      // A person's request is sent at once or fails: it never waits for a connection. See lib/api/client/sender.ts.
      mutations: { networkMode: "always" },
    },
  });
}

interface ProvidersProps extends PageReader {
  /** The address of the stream of change notices. */
  liveUrl: string;
  children: ReactNode;
}

/** The shared state of the pages in the browser: the query cache with its updates, the address, and whose pages they are. */
export function Providers({ liveUrl, personId, partnerId, children }: ProvidersProps) {
  const [client] = useState(newClient);
  // Before the effects in which the page's components send their first requests.
  useLayoutEffect(() => {
    notePageReader({ personId, partnerId });
    return () => notePageReader(undefined);
  }, [personId, partnerId]);
  useEffect(() => {
    const leaving = new AbortController();
    // Loaded asynchronously, because no displayed data depends on it.
    void import("./after-page").then(({ followChanges, nameZone }) => {
      nameZone();
      return followChanges(client, liveUrl, leaving.signal);
    });
    return () => leaving.abort();
  }, [client, liveUrl]);
  return (
    <QueryClientProvider client={client}>
      <AddressProvider>{children}</AddressProvider>
    </QueryClientProvider>
  );
}
