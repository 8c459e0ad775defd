"use client";

import { PauseEndpoint } from "./pause-endpoint";
import type { WebhookEndpoint } from "./queries";
import { ReplayEvents } from "./replay-events";
import { RollSecret } from "./roll-secret";
import { SendTest } from "./send-test";
import { Subscription } from "./subscription";

export type EndpointAct = "test" | "events" | "replay" | "secret" | "pause";

interface EndpointDialogProps {
  act: EndpointAct;
  endpoint: WebhookEndpoint;
  onSecret: (secret: string | undefined) => void;
  onClose: () => void;
}

/** The form or the confirmation of an action on the endpoint. */
export function EndpointDialog({ act, endpoint, onSecret, onClose }: EndpointDialogProps) {
  const { webhookUrl, events } = endpoint;
  switch (act) {
    case "test":
      return <SendTest onClose={onClose} />;
    case "events":
      return <Subscription events={events} onClose={onClose} />;
    case "replay":
      return <ReplayEvents onClose={onClose} />;
    case "pause":
      return <PauseEndpoint onClose={onClose} />;
    case "secret":
      return webhookUrl === null ? null : <RollSecret onRolled={onSecret} onClose={onClose} />;
  }
}
