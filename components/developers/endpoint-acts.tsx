"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/fetch/use-submission";
import { PauseEndpoint } from "./pause-endpoint";
import type { WebhookEndpoint } from "./queries";
import { ReplayFailed } from "./replay-failed";
import { RollSecret } from "./roll-secret";
import { SendTest } from "./send-test";
import { Subscription } from "./subscription";

type Asked = "test" | "events" | "replay" | "secret" | "pause";

interface EndpointActsProps {
  endpoint: WebhookEndpoint;
  onSecret: (secret: string | undefined) => void;
}

/** What can be done with the endpoint as it stands. */
export function EndpointActs({ endpoint, onSecret }: EndpointActsProps) {
  const { webhookUrl, status, events } = endpoint;
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const resume = useSubmission("resumeWebhookEndpoint", {
    onDone: () => toast("The endpoint goes on: what waited is being sent"),
  });
  const isPaused = status === "paused";
  const acts: readonly (readonly [Asked, string, isOffered: boolean])[] = [
    ["test", "Send a test event", !isPaused],
    ["replay", "Replay what failed", !isPaused],
    ["secret", "Roll the secret", true],
    ["pause", "Pause", !isPaused],
  ];
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        {isPaused && (
          <Button size="compact" disabled={resume.isBusy} onClick={() => resume.submit({})}>
            Resume
          </Button>
        )}
        <Button look="plain" size="compact" onClick={() => setAsked("events")}>
          Choose the events
        </Button>
        {webhookUrl !== null &&
          acts
            .filter(([, , isOffered]) => isOffered)
            .map(([act, word]) => (
              <Button key={act} look="plain" size="compact" onClick={() => setAsked(act)}>
                {word}
              </Button>
            ))}
      </div>
      {resume.failure && (
        <ErrorPanel title="The endpoint was not resumed" failure={resume.failure} />
      )}
      {asked === "test" && <SendTest onClose={close} />}
      {asked === "events" && <Subscription events={events} onClose={close} />}
      {asked === "replay" && <ReplayFailed onClose={close} />}
      {asked === "pause" && <PauseEndpoint onClose={close} />}
      {asked === "secret" && webhookUrl !== null && (
        <RollSecret webhookUrl={webhookUrl} onRolled={onSecret} onClose={close} />
      )}
    </div>
  );
}
