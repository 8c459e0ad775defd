"use client";

import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { Partner } from "./queries";

/** Opens the partner's dashboard with read access. */
export function ViewPartner({ partner }: { partner: Partner }) {
  const { submit, isBusy, failure } = useSubmission("viewPartner", {
    // A full page load, because the dashboard must not use the console's cached data.
    onDone: () => window.location.assign("/"),
  });
  return (
    <>
      <Button
        look="plain"
        size="compact"
        disabled={isBusy}
        onClick={() => submit({ params: { id: partner.partnerId } })}
      >
        {isBusy ? "Opening…" : "View as partner"}
      </Button>
      {failure && <ErrorPanel title="The dashboard could not be opened" failure={failure} />}
    </>
  );
}
