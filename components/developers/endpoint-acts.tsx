"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { EndpointAct } from "./endpoint-dialog";
import type { WebhookEndpoint } from "./queries";

// Loaded on first use.
const EndpointDialog = dynamic(
  () => import("./endpoint-dialog").then(({ EndpointDialog }) => EndpointDialog),
  { ssr: false },
);

interface EndpointActsProps {
  endpoint: WebhookEndpoint;
  onSecret: (secret: string | undefined) => void;
}

/** The possible actions on the endpoint in its present status. */
export function EndpointActs({ endpoint, onSecret }: EndpointActsProps) {
  const { webhookUrl, status } = endpoint;
  const [openDialog, setOpenDialog] = useState<EndpointAct>();
  const resume = useSubmission("resumeWebhookEndpoint", {
    onDone: () => toast("Endpoint resumed. Pending events are being sent", { about: "endpoint" }),
  });
  const isPaused = status === "paused";
  const acts: readonly (readonly [EndpointAct, string, isOffered: boolean])[] = [
    ["test", "Send test event", !isPaused],
    ["replay", "Replay events", !isPaused],
    ["secret", "Rotate secret", true],
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
        <Button look="plain" size="compact" onClick={() => setOpenDialog("events")}>
          Select events
        </Button>
        {webhookUrl !== null &&
          acts
            .filter(([, , isOffered]) => isOffered)
            .map(([act, word]) => (
              <Button key={act} look="plain" size="compact" onClick={() => setOpenDialog(act)}>
                {word}
              </Button>
            ))}
      </div>
      {resume.failure && (
        <ErrorPanel title="The endpoint was not resumed" failure={resume.failure} />
      )}
      {openDialog && (
        <EndpointDialog
          act={openDialog}
          endpoint={endpoint}
          onSecret={onSecret}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
    </div>
  );
}
