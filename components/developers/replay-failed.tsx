"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { SelectField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/fetch/use-submission";
import { EVENT_NAMES, eventTypeOf } from "./event-types";

const HOUR_MS = 3_600_000;
const SPANS = [
  { hours: 1, word: "The last hour" },
  { hours: 24, word: "The last day" },
  { hours: 7 * 24, word: "The last 7 days" },
  { hours: 30 * 24, word: "The last 30 days" },
  { hours: 365 * 24, word: "The last year" },
];

/** Sends again what was given up. */
export function ReplayFailed({ onClose }: { onClose: () => void }) {
  const [hours, setHours] = useState(24);
  const [event, setEvent] = useState("");
  const { submit, isBusy, failure } = useSubmission("replayWebhookEvents", {
    onDone: (data) => {
      const count = data?.replayed ?? 0;
      const more = data?.hasMore ? "; more remain, replay again" : "";
      toast(count === 0 ? "None had failed" : `Being sent again: ${count}${more}`);
      onClose();
    },
  });
  const onSubmit = (submitted: SubmitEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    const since = new Date(Date.now() - hours * HOUR_MS).toISOString();
    submit({ body: { since, ...(event === "" ? {} : { event: eventTypeOf(event) }) } });
  };
  return (
    <Dialog title="Replay what failed" onClose={onClose}>
      <Form noValidate onSubmit={onSubmit} className="space-y-4">
        <SelectField
          label="That happened in"
          value={hours}
          onChange={(changed) => setHours(Number(changed.target.value))}
          data-first-focus=""
        >
          {SPANS.map((span) => (
            <option key={span.hours} value={span.hours}>
              {span.word}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Event"
          value={event}
          onChange={(changed) => setEvent(changed.target.value)}
        >
          <option value="">All events</option>
          {EVENT_NAMES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <p className="text-small text-quiet">
          Every event that was given up in that time is sent again, oldest first, with all its
          retries: the same id, the same body.
        </p>
        {failure && (
          <ErrorPanel
            title="Nothing was sent again"
            unknown="They may be on their way: look at the list before you try again."
            failure={failure}
          />
        )}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Asking…" : "Send them again"}
        </Button>
      </Form>
    </Dialog>
  );
}
