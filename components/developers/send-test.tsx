"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { SelectField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import { EVENT_TEXTS } from "@/lib/webhooks/event-texts";
import { EVENT_NAMES, eventTypeOf } from "./event-types";

/** Sends an event of any kind, with made-up values. */
export function SendTest({ onClose }: { onClose: () => void }) {
  const [event, setEvent] = useState(eventTypeOf(""));
  const { submit, isBusy, failure } = useSubmission("sendTestEvent", {
    onDone: () => {
      toast("Test event sent");
      onClose();
    },
  });
  const onSubmit = (submitted: SubmitEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    submit({ body: { event } });
  };
  return (
    <Dialog title="Send test event" onClose={onClose}>
      <Form noValidate onSubmit={onSubmit} className="space-y-4">
        <SelectField
          label="Event"
          value={event}
          onChange={(changed) => setEvent(eventTypeOf(changed.target.value))}
          hint={EVENT_TEXTS[event].description}
          data-first-focus=""
        >
          {EVENT_NAMES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <p className="text-small text-quiet">
          Signed, retried and listed like any event, regardless of your subscription. It has sample
          data and the header X-Webhook-Test.
        </p>
        {failure && <ErrorPanel title="The test event was not sent" failure={failure} />}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Sending…" : "Send test event"}
        </Button>
      </Form>
    </Dialog>
  );
}
