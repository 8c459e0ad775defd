"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Facts } from "@/components/ui/facts";
import { TextField } from "@/components/ui/field";
import { useReader } from "@/components/ui/reader";
import type { State } from "@/components/ui/state-mark";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { fieldSentences } from "@/lib/fetch/check-fields";
import { useSubmission } from "@/lib/fetch/use-submission";
import type { WebhookEndpoint } from "./queries";
import { ShownOnce } from "./shown-once";

const STATES: Record<WebhookEndpoint["status"], { state: State | undefined; word: string }> = {
  not_set: { state: undefined, word: "Not set" },
  active: { state: "settled", word: "Active" },
  failing: { state: "attention", word: "Failing" },
  paused: { state: "failed", word: "Paused" },
};

function UrlForm({ webhookUrl }: Pick<WebhookEndpoint, "webhookUrl">) {
  const [secret, setSecret] = useState<string>();
  const { submit, isBusy, failure } = useSubmission("setWebhook", {
    onDone: (data) => setSecret(data?.webhookSecret),
  });
  const errors = failure ? fieldSentences(failure.fields) : {};
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("webhookUrl") ?? "").trim();
    submit({ body: { webhookUrl: text } });
  };
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-3">
      <TextField
        label="Webhook URL"
        name="webhookUrl"
        type="url"
        defaultValue={webhookUrl ?? ""}
        error={errors.webhookUrl}
        hint="HTTPS, reachable from the internet. Setting it makes a new secret; the one before goes on signing for a day."
        maxLength={2048}
      />
      {failure && Object.keys(errors).length === 0 && (
        <ErrorPanel title="The URL was not set" failure={failure} />
      )}
      <Button type="submit" look="plain" size="compact" disabled={isBusy}>
        {isBusy ? "Setting…" : "Set the URL"}
      </Button>
      {secret && (
        <ShownOnce
          title="Your webhook secret"
          secret={secret}
          label="the secret"
          onClose={() => setSecret(undefined)}
        />
      )}
    </form>
  );
}

function EndpointActs({ endpoint }: { endpoint: WebhookEndpoint }) {
  const test = useSubmission("sendTestEvent", {
    onDone: () => toast("A test event is on its way"),
  });
  const resume = useSubmission("resumeWebhookEndpoint", {
    onDone: () => toast("The endpoint goes on: what waited is being sent"),
  });
  const failure = test.failure ?? resume.failure;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        {endpoint.status === "paused" && (
          <Button size="compact" disabled={resume.isBusy} onClick={() => resume.submit({})}>
            Resume
          </Button>
        )}
        <Button
          look="plain"
          size="compact"
          disabled={test.isBusy}
          onClick={() => test.submit({ body: { event: "user.kyc-event" } })}
        >
          Send a test event
        </Button>
      </div>
      {failure && <ErrorPanel title="That did not go through" failure={failure} />}
    </div>
  );
}

/** Where events go, and how that endpoint does. */
export function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { role } = useReader();
  const { webhookUrl, status, notice, lastSuccessAt, pending, failed24h, events } = endpoint;
  return (
    <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
      <div className="space-y-3">
        <Facts
          facts={[
            ["Endpoint", <StateWord key="state" {...STATES[status]} />],
            ["Events", events.includes("*") ? "All" : events.join(", ")],
            ["Last success", lastSuccessAt && <Time key="time" instant={lastSuccessAt} />],
            ["Waiting", String(pending)],
            ["Given up in the last day", String(failed24h)],
          ]}
        />
        {notice && <p className="text-small">{notice}</p>}
        {role !== "viewer" && webhookUrl !== null && <EndpointActs endpoint={endpoint} />}
      </div>
      {role === "viewer" ? (
        <p className="text-small break-all text-quiet">{webhookUrl}</p>
      ) : (
        <UrlForm webhookUrl={webhookUrl} />
      )}
    </div>
  );
}
