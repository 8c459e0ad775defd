"use client";

import { Dialog } from "@/components/ui/dialog";
import { SelectField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { EVENT_TEXTS } from "@/lib/webhooks/event-texts";
import { EVENT_TYPES, type EventType } from "@/lib/webhooks/event-types";

const FIRST: EventType = "user.kyc-event";

/** Sends an event of any kind, with made-up values. */
export function SendTest({ onClose }: { onClose: () => void }) {
  const form = useContractForm("sendTestEvent", {
    initial: { event: FIRST },
    input: ({ event }) => ({ body: { event } }),
    onDone: () => {
      toast("Test event sent");
      onClose();
    },
  });
  return (
    <Dialog title="Send test event" onClose={onClose}>
      <RequestForm
        form={form}
        title="The test event was not sent"
        action="Send test event"
        busy="Sending…"
      >
        <SelectField
          label="Event"
          {...form.field("event")}
          hint={EVENT_TEXTS[form.values.event].description}
          data-first-focus=""
        >
          {EVENT_TYPES.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <p className="text-small text-quiet">
          Signed, retried and listed like any event, regardless of your subscription. It has sample
          data and the header X-Webhook-Test.
        </p>
      </RequestForm>
    </Dialog>
  );
}
