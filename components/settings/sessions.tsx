"use client";

import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { SkeletonTwoLines } from "@/components/ui/skeleton-two-lines";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { toApiError } from "@/lib/api/client/api-error";
import { useSubmission } from "@/lib/api/client/use-submission";
import { useSessions } from "./queries";

/** The person's sessions, with buttons that end them. */
export function Sessions() {
  const { data, error, refetch } = useSessions();
  const one = useSubmission("revokeSession", { onDone: () => toast("Session signed out") });
  const others = useSubmission("revokeOtherSessions", {
    onDone: () => toast("Other sessions signed out"),
  });
  const failure = one.failure ?? others.failure;
  if (!data)
    return error ? (
      <ErrorPanel
        title="Sessions could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    ) : (
      <SkeletonTwoLines count={2} label="Loading sessions" />
    );
  return (
    <div className="space-y-3">
      <ul className="divide-y divide-line border-y border-line text-small">
        {data.sessions.map(({ sessionId, browser, ipAddress, isCurrent, createdAt }) => (
          <li key={sessionId} className="flex min-h-12 items-center justify-between gap-4 py-1.5">
            <span className="min-w-0">
              <span className="block font-medium">
                {browser}
                {isCurrent && <span className="font-normal text-quiet"> · this device</span>}
              </span>
              <span className="text-quiet">
                {ipAddress && `${ipAddress} · `}
                <Time instant={createdAt} />
              </span>
            </span>
            {!isCurrent && (
              <Button
                look="plain"
                size="compact"
                disabled={one.isBusy}
                onClick={() => one.submit({ params: { sessionId } })}
              >
                Sign out<span className="sr-only"> the session of {browser}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {failure && <ErrorPanel title="The session was not signed out" failure={failure} />}
      {data.sessions.length > 1 && (
        <Button
          look="plain"
          size="compact"
          disabled={others.isBusy}
          onClick={() => others.submit({})}
        >
          Sign out other sessions
        </Button>
      )}
    </div>
  );
}
