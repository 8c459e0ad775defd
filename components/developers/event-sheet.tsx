"use client";

import { Button } from "@/components/ui/button";
import { CodeLine } from "@/components/ui/code-line";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Facts } from "@/components/ui/facts";
import { IdChip } from "@/components/ui/id-chip";
import { useReader } from "@/components/ui/reader";
import { resourceHref } from "@/components/ui/resource-href";
import { RoleNote } from "@/components/ui/role-note";
import { Sheet } from "@/components/ui/sheet";
import { SheetFailure } from "@/components/ui/sheet-failure";
import { SkeletonSheet } from "@/components/ui/skeleton-sheet";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { toApiError } from "@/lib/api/client/api-error";
import type { ApiData } from "@/lib/api/client/types";
import { useSubmission } from "@/lib/api/client/use-submission";
import { VERIFICATION_CODE } from "@/lib/webhooks/verification-code";
import { Attempts } from "./attempts";
import { EventState } from "./event-state";
import { useListedEvent, useWebhookEvent, type WebhookEvent } from "./queries";

interface EventSheetProps {
  eventId: string;
  closeHref: string;
  onClose: () => void;
  takesFocus: boolean;
}

/** The object of an event, with a link; a test event has none. */
function About({ resourceId, isTest }: Pick<ApiData<"getWebhookEvent">, "resourceId" | "isTest">) {
  const href = isTest ? undefined : resourceHref(resourceId);
  return <IdChip value={resourceId} label="the object ID" {...(href !== undefined && { href })} />;
}

function Payload({ event: { payload, body } }: { event: ApiData<"getWebhookEvent"> }) {
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">Payload</h3>
      <CodeLine text={JSON.stringify(payload, null, 2)} label="the body" />
      <p className="text-small text-quiet">
        Formatted for reading. The signature covers the exact bytes:
      </p>
      <CodeLine text={body} label="the raw body" />
    </section>
  );
}

/** The facts that the list knows too. */
function EventFacts({ event }: { event: ApiData<"getWebhookEvent"> | WebhookEvent }) {
  return (
    <Facts
      facts={[
        ["Status", <EventState key="state" status={event.status} />],
        ["Created", <Time key="time" instant={event.createdAt} isExact />],
        [
          "Next attempt",
          event.nextAttemptAt && <Time key="next" instant={event.nextAttemptAt} isExact />,
        ],
        ["Object", <About key="about" {...event} />],
        ["Sequence", String(event.sequence)],
        ["Test", event.isTest && "Yes (sample data)"],
        ["ID", <IdChip key="id" value={event.id} label="the event ID" />],
      ]}
    />
  );
}

/** The details of one event and its delivery. */
export function EventSheet({ eventId, ...sheet }: EventSheetProps) {
  const { data, error, refetch } = useWebhookEvent(eventId);
  const listed = useListedEvent(eventId);
  const { role } = useReader();
  const { submit, isBusy, failure } = useSubmission("resendWebhookEvent", {
    onDone: () => toast("Event is being resent"),
  });
  return (
    <Sheet title={data?.event ?? listed?.event ?? "Event"} subject={eventId} {...sheet}>
      {error && !data && (
        <SheetFailure
          what="Event"
          failure={toApiError(error)}
          onRetry={() => refetch()}
          closeHref={sheet.closeHref}
        />
      )}
      {!data && !error && (
        <SkeletonSheet label="Loading event">
          {listed && <EventFacts event={listed} />}
        </SkeletonSheet>
      )}
      {data && (
        <>
          <EventFacts event={data} />
          {role === "viewer" ? (
            <RoleNote>Only owners and developers can resend events.</RoleNote>
          ) : (
            <Button
              look="plain"
              size="compact"
              disabled={isBusy}
              onClick={() => submit({ params: { eventId } })}
            >
              Resend
            </Button>
          )}
          {failure && <ErrorPanel title="The event was not resent" failure={failure} />}
          <Attempts event={data} />
          <Payload event={data} />
          <details>
            <summary className="min-h-9 cursor-pointer font-semibold">
              Verify the signature in Node.js
            </summary>
            <CodeLine text={VERIFICATION_CODE} label="the code" />
          </details>
        </>
      )}
    </Sheet>
  );
}
