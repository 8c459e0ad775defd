"use client";

import { type SubmitEvent, useState } from "react";
import { useAddress } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { SelectField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { dayAt, periodWord } from "@/components/ui/period";
import { toast } from "@/components/ui/toaster";
import { counted } from "@/components/ui/words";
import { toApiError } from "@/lib/api/client/api-error";
import { useSubmission } from "@/lib/api/client/use-submission";
import { EVENT_NAMES, eventTypeOf } from "./event-types";
import { type ReplayFilters, useReplayable } from "./queries";
import { numberOf, type ReplayStatus, ReplayStatuses } from "./replay-statuses";

const HOUR_MS = 3_600_000;
const SPANS = [
  { hours: 1, word: "Last hour" },
  { hours: 24, word: "Last 24 hours" },
  { hours: 7 * 24, word: "Last 7 days" },
  { hours: 30 * 24, word: "Last 30 days" },
  { hours: 365 * 24, word: "Last year" },
];
const DEFAULT_HOURS = 30 * 24;
/** Selects the period of the displayed list. */
const LISTED = 0;

/** The filters of the dialog, initially those of the displayed list. */
function useFilters() {
  const { params } = useAddress();
  const [from, until] = [params.get("from"), params.get("to")];
  const isPeriod = from !== null || until !== null;
  const [openedMs] = useState(() => Date.now());
  const [hours, setHours] = useState(isPeriod ? LISTED : DEFAULT_HOURS);
  const [event, setEvent] = useState(params.get("event") ?? "");
  const resourceId = params.get("resourceId") ?? undefined;
  const period =
    hours === LISTED
      ? { since: from ?? new Date(0).toISOString(), ...(until !== null && { until }) }
      : { since: new Date(openedMs - hours * HOUR_MS).toISOString() };
  const filters: ReplayFilters = {
    ...period,
    ...(event !== "" && { event: eventTypeOf(event) }),
    ...(resourceId !== undefined && { resourceId }),
  };
  return {
    filters,
    fields: {
      hours,
      setHours,
      event,
      setEvent,
      listedPeriod: isPeriod ? (periodWord(dayAt(from), dayAt(until, 1)) ?? "") : undefined,
      resourceId,
    },
  };
}

type FieldsProps = ReturnType<typeof useFilters>["fields"];

function ReplayFields({ hours, setHours, event, setEvent, listedPeriod, resourceId }: FieldsProps) {
  return (
    <>
      <SelectField
        label="Created"
        value={hours}
        onChange={({ target }) => setHours(Number(target.value))}
        data-first-focus=""
      >
        {listedPeriod !== undefined && (
          <option value={LISTED}>Current filter: {listedPeriod}</option>
        )}
        {SPANS.map((span) => (
          <option key={span.hours} value={span.hours}>
            {span.word}
          </option>
        ))}
      </SelectField>
      <SelectField label="Event" value={event} onChange={({ target }) => setEvent(target.value)}>
        <option value="">All events</option>
        {EVENT_NAMES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      {resourceId !== undefined && (
        <p className="text-small break-all">
          Only events of object <span className="font-mono">{resourceId}</span>.
        </p>
      )}
    </>
  );
}

/** Replays failed, pending and unsent events, after showing their numbers. */
export function ReplayEvents({ onClose }: { onClose: () => void }) {
  const { filters, fields } = useFilters();
  const [chosen, setChosen] = useState<readonly ReplayStatus[]>(["failed"]);
  const counts = useReplayable(filters);
  const { submit, isBusy, failure } = useSubmission("replayWebhookEvents", {
    onDone: (data) => {
      const count = data?.replayed ?? 0;
      const more = data?.hasMore ? ". More events remain. Replay again" : "";
      toast(
        count === 0 ? "No events to send" : `Sending ${counted(count, "event", "events")}${more}`,
      );
      onClose();
    },
  });
  const onSubmit = (submitted: SubmitEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    submit({ body: { ...filters, statuses: [...chosen] } });
  };
  const total = counts.data && chosen.reduce((sum, each) => sum + (counts.data?.[each] ?? 0), 0);
  return (
    <Dialog title="Replay events" onClose={onClose}>
      <Form noValidate onSubmit={onSubmit} className="space-y-4">
        <ReplayFields {...fields} />
        <ReplayStatuses counts={counts.data} chosen={chosen} onChoose={setChosen} />
        {counts.error && !counts.data && (
          <ErrorPanel
            title="The events could not be counted"
            failure={toApiError(counts.error)}
            onRetry={() => counts.refetch()}
          />
        )}
        <p className="text-small text-quiet">
          Events are sent oldest first with the same ID and body, and are retried on failure. First
          attempts for one object keep their order.
        </p>
        {failure && <ErrorPanel title="No events were sent" failure={failure} />}
        <Button type="submit" disabled={isBusy || total === 0} className="w-full">
          {isBusy
            ? "Replaying…"
            : total
              ? `Replay ${numberOf(total)} ${total === 1 ? "event" : "events"}`
              : "Replay"}
        </Button>
      </Form>
    </Dialog>
  );
}
