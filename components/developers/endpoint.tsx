"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { totalText } from "@/components/ui/page-header";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";
import type { State } from "@/components/ui/state-mark";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { EndpointActs } from "./endpoint-acts";
import type { WebhookEndpoint } from "./queries";

// Rendered by the server, and loaded after the page: a form submitted before that waits.
const EndpointUrl = dynamic(() => import("./endpoint-url").then(({ EndpointUrl }) => EndpointUrl));

// Loaded after the page and before a secret exists, because a secret is shown only once.
const loadSecret = () => import("./new-secret").then(({ NewSecret }) => NewSecret);
const NewSecret = dynamic(loadSecret, { ssr: false });

const STATES: Record<WebhookEndpoint["status"], { state: State | undefined; word: string }> = {
  not_set: { state: undefined, word: "Not set" },
  active: { state: "settled", word: "Active" },
  failing: { state: "attention", word: "Failing" },
  paused: { state: "failed", word: "Paused" },
};

const pendingOf = ({ pending, hasMorePending }: WebhookEndpoint) =>
  totalText({ total: pending, ...(hasMorePending && { hasMoreThanTotal: true }) });
const failedOf = ({ failed24h, hasMoreFailed24h }: WebhookEndpoint) =>
  totalText({ total: failed24h, ...(hasMoreFailed24h && { hasMoreThanTotal: true }) });

/** Describes a failing or paused endpoint and the effect on the events. */
function Trouble({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { status, failingSince, pausedAt, failed24h } = endpoint;
  if (status === "failing" && failingSince)
    return (
      <Notice state="attention" title="Your endpoint is failing">
        <p className="text-small">
          No delivery has succeeded since <Time instant={failingSince} isExact />. Events are
          retried. Check the responses below. The endpoint is paused after five days without a
          successful delivery.
        </p>
      </Notice>
    );
  if (status === "paused" && pausedAt)
    return (
      <Notice
        state={failingSince ? "failed" : "attention"}
        title={failingSince ? "Endpoint paused after failures" : "Endpoint paused"}
      >
        <p className="text-small">
          Nothing has been sent since <Time instant={pausedAt} isExact />. New events are saved as
          pending. Resume when your server is ready.
        </p>
      </Notice>
    );
  if (failed24h === 0) return null;
  return (
    <Notice state="attention" title="Some events failed">
      <p className="text-small">
        {failedOf(endpoint)} in the last 24 hours, after all retries. Fix the cause, then replay the
        events.
      </p>
    </Notice>
  );
}

/** The webhook endpoint with its status. */
export function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { role } = useReader();
  const [secret, setSecret] = useState<string>();
  useEffect(() => void loadSecret(), []);
  const { webhookUrl, status, lastSuccessAt, events } = endpoint;
  return (
    <div className="space-y-4">
      <Trouble endpoint={endpoint} />
      <div className="grid items-start gap-x-12 gap-y-6 lg:grid-cols-2">
        <Facts
          facts={[
            ["Endpoint", <StateWord key="state" {...STATES[status]} />],
            ["Events", events.includes("*") ? "All" : events.join(", ")],
            ["Last success", lastSuccessAt && <Time key="time" instant={lastSuccessAt} />],
            ["Pending", pendingOf(endpoint)],
            ["Failed, last 24 h", failedOf(endpoint)],
          ]}
        />
        {role === "viewer" ? (
          <div className="space-y-1">
            <p className="text-small break-all text-quiet">{webhookUrl ?? "No URL is set."}</p>
            <RoleNote>Only owners and developers can change the endpoint.</RoleNote>
          </div>
        ) : (
          <EndpointUrl key={webhookUrl} webhookUrl={webhookUrl} onSecret={setSecret} />
        )}
      </div>
      {role !== "viewer" && <EndpointActs endpoint={endpoint} onSecret={setSecret} />}
      {secret && (
        <NewSecret
          title="Your webhook secret"
          secret={secret}
          label="the secret"
          onClose={() => setSecret(undefined)}
        />
      )}
    </div>
  );
}
