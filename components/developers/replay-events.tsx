"use client";

import { useState } from "react";
import { useAddress } from "@/components/ui/address";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { SelectField } from "@/components/ui/field";
import { dayAt, periodWord } from "@/components/ui/period";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { counted } from "@/components/ui/words";
import { toApiError } from "@/lib/api/client/api-error";
import { type ContractForm, useContractForm } from "@/lib/api/client/form/use-contract-form";
import { EVENT_TYPES } from "@/lib/webhooks/event-types";
import { isEventType } from "./event-types";
import { type ReplayFilters, useReplayable } from "./queries";
import { isReplayStatus, numberOf, type ReplayStatus, ReplayStatuses } from "./replay-statuses";

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

interface ReplayValues {
  hours: string;
  event: string;
  statuses: readonly ReplayStatus[];
}

/** The filters of the displayed list, with which the dialog begins. */
function useListed() {
  const { params } = useAddress();
  const [from, until] = [params.get("from"), params.get("to")];
  const isPeriod = from !== null || until !== null;
  const [openedMs] = useState(() => Date.now());
  const resourceId = params.get("resourceId") ?? undefined;
  const event = (params.get("event") ?? "").split(",").filter(isEventType).join();
  const listedStatuses = (params.get("status") ?? "").split(",").filter(isReplayStatus);
  const initial: ReplayValues = {
    hours: String(isPeriod ? LISTED : DEFAULT_HOURS),
    event,
    statuses: listedStatuses.length > 0 ? listedStatuses : ["failed"],
  };
  const periodOf = (hours: number) =>
    hours === LISTED
      ? { since: from ?? new Date(0).toISOString(), ...(until !== null && { until }) }
      : { since: new Date(openedMs - hours * HOUR_MS).toISOString() };
  return {
    initial,
    resourceId,
    severalEvents: event.includes(",") ? event : undefined,
    period: isPeriod ? (periodWord(dayAt(from), dayAt(until, 1)) ?? "") : undefined,
    filtersOf: ({ hours, event }: ReplayValues): ReplayFilters => ({
      ...periodOf(Number(hours)),
      ...(event !== "" && { event }),
      ...(resourceId !== undefined && { resourceId }),
    }),
  };
}

interface FieldsProps {
  form: ContractForm<ReplayValues>;
  period: string | undefined;
  /** The events of the displayed list if there is more than one, separated by commas. */
  severalEvents: string | undefined;
  resourceId: string | undefined;
}

function ReplayFields({ form, period, severalEvents, resourceId }: FieldsProps) {
  return (
    <>
      <SelectField label="Created" {...form.field("hours")} data-first-focus="">
        {period !== undefined && <option value={LISTED}>Current filter: {period}</option>}
        {SPANS.map((span) => (
          <option key={span.hours} value={span.hours}>
            {span.word}
          </option>
        ))}
      </SelectField>
      <SelectField label="Event" {...form.field("event")}>
        <option value="">All events</option>
        {severalEvents !== undefined && (
          <option value={severalEvents}>
            Current filter: {severalEvents.replaceAll(",", ", ")}
          </option>
        )}
        {EVENT_TYPES.map((name) => (
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
  const listed = useListed();
  const form = useContractForm("replayWebhookEvents", {
    initial: listed.initial,
    input: (values) => ({ body: { ...listed.filtersOf(values), statuses: [...values.statuses] } }),
    onDone: (data) => {
      const count = data?.replayed ?? 0;
      const more = data?.hasMore ? ". More events remain. Replay again" : "";
      toast(
        count === 0 ? "No events to send" : `Sending ${counted(count, "event", "events")}${more}`,
      );
      onClose();
    },
  });
  const { statuses } = form.values;
  const counts = useReplayable(listed.filtersOf(form.values));
  // Until the events of a new choice are counted, the numbers are those of the choice before.
  const isCounting = counts.isPending || counts.isPlaceholderData;
  const numbers = isCounting ? undefined : counts.data;
  const total = numbers && statuses.reduce((sum, each) => sum + numbers[each], 0);
  return (
    <Dialog title="Replay events" onClose={onClose}>
      <RequestForm
        form={form}
        isReady={total !== 0 && !isCounting}
        title="No events were sent"
        action={total ? `Replay ${numberOf(total)} ${total === 1 ? "event" : "events"}` : "Replay"}
        busy="Replaying…"
      >
        <ReplayFields form={form} {...listed} />
        <ReplayStatuses
          counts={numbers}
          chosen={statuses}
          onChoose={(chosen) => form.set("statuses", chosen)}
        />
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
      </RequestForm>
    </Dialog>
  );
}
