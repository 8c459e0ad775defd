"use client";

import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { AddressProvider } from "@/components/ui/address";
import { ApiError } from "@/lib/api/client/api-error";
import { liveState } from "@/lib/api/client/live/state";
import { signInIfEnded } from "@/lib/api/client/session-ended";
import { REFRESH_MS } from "./refresh";

const FRESH_MS = 5_000;
const MAX_RETRIES = 2;

function newClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: signInIfEnded }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // What is shown keeps itself up to date while somebody looks at it; it is told of changes, or asks.
        refetchInterval: () => liveState() !== "live" && REFRESH_MS,
        // A page that is seen again is told too.
        refetchOnWindowFocus: false,
        // A refusal stays one; what had no good answer may have one in a moment.
        retry: (count, error) =>
          count < MAX_RETRIES && !(error instanceof ApiError && !error.isUnknown),
      },
      // What a person sends is sent now or not at all: it never waits for a connection. See lib/api/client/sender.ts.
      mutations: { networkMode: "always" },
    },
  });
}

interface ProvidersProps {
  /** The stream that tells of changes. */
  liveUrl: string;
  children: ReactNode;
}

/** What the pages share in the browser: what was read, kept and refreshed, and the address. */
export function Providers({ liveUrl, children }: ProvidersProps) {
  const [client] = useState(newClient);
  useEffect(() => {
    const leaving = new AbortController();
    // Nothing that is shown waits for it.
    void import("@/lib/api/client/live/follow").then(({ followChanges }) =>
      followChanges(client, liveUrl, leaving.signal),
    );
    return () => leaving.abort();
  }, [client, liveUrl]);
  return (
    <QueryClientProvider client={client}>
      <AddressProvider>{children}</AddressProvider>
    </QueryClientProvider>
  );
}
