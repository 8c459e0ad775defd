"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { Choice } from "@/components/ui/choice";
import { Dialog } from "@/components/ui/dialog";
import { CheckField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useDraftPlace } from "@/components/ui/use-draft-place";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { EVENT_TEXTS } from "@/lib/webhooks/event-texts";
import { EVENT_TYPES } from "@/lib/webhooks/event-types";
import {
  type ChosenEvents,
  choicesOf,
  type EventName,
  isOvertaken,
  isUnchanged,
  mergedWith,
} from "./chosen-events";
import type { WebhookEndpoint } from "./queries";

interface SubscriptionProps extends Pick<WebhookEndpoint, "events"> {
  onClose: () => void;
}

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

/**
 * The form of the subscription. Somebody else can change it while the form is open, or kept as a draft: the form then takes
 * that over, beside the events that this person changed, and asks again.
 */
function useSubscription({ events, onClose }: SubscriptionProps) {
  const [isRefused, setRefused] = useState(false);
  const form = useContractForm("setWebhookEvents", {
    initial: choicesOf(events, EVENT_TYPES),
    draft: useDraftPlace("webhook-events"),
    input: ({ isAll, chosen }: ChosenEvents) => ({ body: { events: isAll ? ["*"] : chosen } }),
    beforeSend: (values) => {
      const isLate = isOvertaken(values, events);
      setRefused(isLate);
      if (isLate) form.reset(mergedWith(values, events, EVENT_TYPES));
      else if (isUnchanged(values, EVENT_TYPES)) onClose();
      else return false;
      return true;
    },
    onDone: () => {
      toast("Events updated", { about: "endpoint" });
      onClose();
    },
  });
  const { values } = form;
  const isBehind = isOvertaken(values, events) && isUnchanged(values, EVENT_TYPES);
  const follow = useEffectEvent(() => form.reset(choicesOf(events, EVENT_TYPES)));
  useEffect(() => {
    if (isBehind) follow();
  }, [isBehind]);
  return { form, isRefused };
}

/** Chooses the delivered events: all, including future types, or a selection. */
export function Subscription(props: SubscriptionProps) {
  const { form, isRefused } = useSubscription(props);
  const { isAll, chosen } = form.values;
  return (
    <Dialog title="Select events" onClose={props.onClose}>
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
        {isRefused && (
          <Notice state="attention" title="The events changed meanwhile" isLive>
            <p className="text-small">
              Nothing was saved. The form shows the present events with your changes. Check them,
              then save again.
            </p>
          </Notice>
        )}
      </RequestForm>
    </Dialog>
  );
}
