"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ErrorPanel } from "@/components/ui/error-panel";
import { SkeletonTwoLines } from "@/components/ui/skeleton-two-lines";
import { toast } from "@/components/ui/toaster";
import { toApiError } from "@/lib/api/client/api-error";
import type { ApiData } from "@/lib/api/client/types";
import { useSubmission } from "@/lib/api/client/use-submission";
import { notificationsQuery, useNotifications } from "./queries";

type Topic = ApiData<"getNotifications">["topics"][number]["topic"];

const TOPICS: Record<Topic, readonly [name: string, note: string]> = {
  withdrawals: ["Withdrawals", "Requests that wait for a review, and their outcomes"],
  webhooks: ["Webhook endpoint", "When it fails for an hour, and when it is paused"],
  alerts: ["Alerts", "Each new alert of the Health page"],
};

/** The topics of e-mail that the person switches on and off. */
export function Notifications() {
  const client = useQueryClient();
  const { data, error, refetch } = useNotifications();
  const { submit, isBusy, failure } = useSubmission("setNotifications", {
    onDone: (changed) => {
      if (changed) client.setQueryData(notificationsQuery.queryKey, changed);
      toast("Email settings saved");
    },
  });
  if (!data)
    return error ? (
      <ErrorPanel
        title="The email settings could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    ) : (
      <SkeletonTwoLines count={2} label="Loading the email settings" />
    );
  return (
    <div className="space-y-3 text-small">
      {data.topics.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {data.topics.map(({ topic, isOn }) => (
            <li key={topic}>
              <label className="flex min-h-12 items-center gap-3 py-1.5">
                <input
                  type="checkbox"
                  checked={isOn}
                  disabled={isBusy}
                  onChange={() => submit({ body: { topic, isOn: !isOn } })}
                  className="size-5 shrink-0 accent-accent"
                />
                <span className="min-w-0">
                  <span className="block font-medium">{TOPICS[topic][0]}</span>
                  <span className="text-quiet">{TOPICS[topic][1]}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {failure && <ErrorPanel title="The email settings were not saved" failure={failure} />}
      <p className="text-quiet">
        {data.isMailOn
          ? "Emails about the security of your account are always sent."
          : "This service sends no email at present."}
      </p>
    </div>
  );
}
