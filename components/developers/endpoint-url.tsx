"use client";

import type { SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { useReader } from "@/components/ui/reader";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";

interface EndpointUrlProps {
  webhookUrl: string | null;
  onSecret: (secret: string | undefined) => void;
}

/** The form of the endpoint's URL, with its rules. */
export function EndpointUrl({ webhookUrl, onSecret }: EndpointUrlProps) {
  const { isSandbox } = useReader();
  const { submit, isBusy, failure } = useSubmission("setWebhook", {
    onDone: (data) => onSecret(data?.webhookSecret),
  });
  const errors = failure ? fieldSentences(failure.fields) : {};
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("webhookUrl") ?? "").trim();
    submit({ body: { webhookUrl: text } });
  };
  return (
    <Form noValidate onSubmit={onSubmit} className="space-y-3">
      <TextField
        label="Webhook URL"
        name="webhookUrl"
        type="url"
        defaultValue={webhookUrl ?? ""}
        error={errors.webhookUrl}
        hint={
          webhookUrl === null
            ? "You’ll get the signing secret. It is shown once."
            : "Changing the URL creates a new signing secret. The previous secret keeps signing for 24 hours."
        }
        maxLength={2048}
      />
      <details className="text-small">
        <summary className="min-h-6 cursor-pointer text-quiet">Requirements</summary>
        <ul className="list-disc space-y-1 pt-1 pl-5 text-quiet">
          <li>
            HTTPS with a public host name, without user name or password
            {isSandbox ? ". In production, port 443 only." : ", on port 443."}
          </li>
          <li>
            At each delivery: a public IP address, a valid certificate, and a 2xx response within 10
            seconds. Redirects are not followed.
          </li>
        </ul>
      </details>
      {failure && Object.keys(errors).length === 0 && (
        <ErrorPanel
          title="The URL was not saved"
          remedy="Reload the page. If the URL was saved, rotate the secret to see a new one."
          failure={failure}
        />
      )}
      <Button type="submit" look="plain" size="compact" disabled={isBusy}>
        {isBusy ? "Saving…" : "Save URL"}
      </Button>
    </Form>
  );
}
