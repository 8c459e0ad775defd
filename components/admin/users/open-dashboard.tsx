"use client";

import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { CardUserDetail } from "./queries";

/** Opens the user's page in the partner's dashboard with read access; the audit log records the access. */
export function OpenDashboard({ user }: { user: CardUserDetail }) {
  const { submit, isBusy, failure } = useSubmission("viewPartner", {
    // A full page load, because the dashboard must not use the console's cached data.
    onDone: () => window.location.assign(`/users/${user.serviceId}`),
  });
  return (
    <>
      <div>
        <Button
          look="plain"
          size="compact"
          disabled={isBusy}
          onClick={() => submit({ params: { id: user.partnerId } })}
        >
          {isBusy ? "Opening…" : "View in the partner’s dashboard"}
        </Button>
      </div>
      {failure && <ErrorPanel title="The dashboard could not be opened" failure={failure} />}
    </>
  );
}
