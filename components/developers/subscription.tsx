"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { CheckField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import { EVENT_TEXTS } from "@/lib/webhooks/event-texts";
import { EVENT_NAMES } from "./event-types";
import type { WebhookEndpoint } from "./queries";

interface SubscriptionProps extends Pick<WebhookEndpoint, "events"> {
  onClose: () => void;
}

type EventName = (typeof EVENT_NAMES)[number];

interface EventChoicesProps {
  chosen: readonly EventName[];
  onChoose: (chosen: EventName[]) => void;
}

function EventChoices({ chosen, onChoose }: EventChoicesProps) {
  const choose = (name: EventName, isChosen: boolean) =>
    onChoose(EVENT_NAMES.filter((each) => (each === name ? isChosen : chosen.includes(each))));
  return (
    <fieldset className="space-y-2">
      <legend className="sr-only">Events</legend>
      {EVENT_NAMES.map((name) => (
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
  const [isAll, setAll] = useState(events.includes("*"));
  const [chosen, setChosen] = useState(EVENT_NAMES.filter((name) => events.includes(name)));
  const { submit, isBusy, failure } = useSubmission("setWebhookEvents", {
    onDone: () => {
      toast("Events updated", { about: "endpoint" });
      onClose();
    },
  });
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit({ body: { events: isAll ? ["*"] : chosen } });
  };
  return (
    <Dialog title="Select events" onClose={onClose}>
      <Form noValidate onSubmit={onSubmit} className="space-y-4">
        <Choice
          name="which"
          value="all"
          label="All events"
          note="Including event types added later."
          isChosen={isAll}
          onChoose={() => setAll(true)}
        />
        <Choice
          name="which"
          value="some"
          label="Selected events"
          note="Other events are saved and can be sent later."
          isChosen={!isAll}
          onChoose={() => setAll(false)}
        />
        {!isAll && <EventChoices chosen={chosen} onChoose={setChosen} />}
        {!isAll && chosen.length === 0 && (
          <p className="text-small text-quiet">
            Select at least one event. To stop all events, pause the endpoint.
          </p>
        )}
        {failure && <ErrorPanel title="The events were not updated" failure={failure} />}
        <Button
          type="submit"
          disabled={isBusy || (!isAll && chosen.length === 0)}
          className="w-full"
        >
          {isBusy ? "Saving…" : "Save"}
        </Button>
      </Form>
    </Dialog>
  );
}
