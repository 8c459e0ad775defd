"use client";

import { Choice } from "@/components/ui/choice";
import { Dialog } from "@/components/ui/dialog";
import { CheckField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useDraftPlace } from "@/components/ui/use-draft-place";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { EVENT_TEXTS } from "@/lib/webhooks/event-texts";
import { EVENT_TYPES } from "@/lib/webhooks/event-types";
import type { WebhookEndpoint } from "./queries";

interface SubscriptionProps extends Pick<WebhookEndpoint, "events"> {
  onClose: () => void;
}

type EventName = (typeof EVENT_TYPES)[number];

interface EventChoicesProps {
  chosen: readonly EventName[];
  onChoose: (chosen: EventName[]) => void;
}

function EventChoices({ chosen, onChoose }: EventChoicesProps) {
  const choose = (name: EventName, isChosen: boolean) =>
    onChoose(EVENT_TYPES.filter((each) => (each === name ? isChosen : chosen.includes(each))));
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">Events</legend>
      {EVENT_TYPES.map((name) => (
        <CheckField
          key={name}
          label={name}
          hint={<p className="pl-8 text-quiet">{EVENT_TEXTS[name].description}</p>}
          checked={chosen.includes(name)}
          onChange={({ target }) => choose(name, target.checked)}
        />
      ))}
    </fieldset>
  );
}

/** Chooses the delivered events: all, including future types, or a selection. */
export function Subscription({ events, onClose }: SubscriptionProps) {
  const form = useContractForm("setWebhookEvents", {
    initial: {
      isAll: events.includes("*"),
      chosen: EVENT_TYPES.filter((name) => events.includes(name)),
    },
    draft: useDraftPlace("webhook-events"),
    input: ({ isAll, chosen }) => ({ body: { events: isAll ? ["*"] : chosen } }),
    onDone: () => {
      toast("Events updated", { about: "endpoint" });
      onClose();
    },
  });
  const { isAll, chosen } = form.values;
  return (
    <Dialog title="Select events" onClose={onClose}>
      <RequestForm
        form={form}
        isReady={isAll || chosen.length > 0}
        title="The events were not updated"
        action="Save"
        busy="Saving…"
      >
        <Choice
          name="which"
          value="all"
          label="All events"
          note="Including event types added later."
          isChosen={isAll}
          onChoose={() => form.set("isAll", true)}
        />
        <Choice
          name="which"
          value="some"
          label="Selected events"
          note="Other events are saved and can be sent later."
          isChosen={!isAll}
          onChoose={() => form.set("isAll", false)}
        />
        {!isAll && <EventChoices chosen={chosen} onChoose={(names) => form.set("chosen", names)} />}
        {!isAll && chosen.length === 0 && (
          <p className="text-small text-quiet">
            Select at least one event. To stop all events, pause the endpoint.
          </p>
        )}
      </RequestForm>
    </Dialog>
  );
}
