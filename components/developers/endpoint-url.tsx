"use client";

import { useRef } from "react";
import { TextField } from "@/components/ui/field";
import { useReader } from "@/components/ui/reader";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useDraftPlace } from "@/components/ui/use-draft-place";
import type { DraftPlace } from "@/lib/api/client/form/drafts";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { useLateDraft } from "@/lib/api/client/form/use-late-draft";

interface EndpointUrlProps {
  webhookUrl: string | null;
  onSecret: (secret: string | undefined) => void;
}

/** The form of the endpoint's URL, with its rules. What is typed is kept when the page is left. */
export function EndpointUrl(props: EndpointUrlProps) {
  const part = useRef<HTMLDivElement>(null);
  const { key, draft } = useLateDraft(useDraftPlace("webhook-url"), part);
  return (
    <div ref={part}>
      <UrlForm key={key} {...props} draft={draft} />
    </div>
  );
}

function UrlForm({
  webhookUrl,
  onSecret,
  draft,
}: EndpointUrlProps & { draft: DraftPlace | undefined }) {
  const { isSandbox } = useReader();
  const form = useContractForm("setWebhook", {
    initial: { webhookUrl: webhookUrl ?? "" },
    ...(draft && { draft }),
    input: (values) => ({ body: { webhookUrl: values.webhookUrl.trim() } }),
    // The same URL again would replace the secret, resume a paused endpoint, and set back another URL that was just saved.
    beforeSend: (values) => {
      if (values.webhookUrl.trim() !== webhookUrl) return false;
      toast("Nothing was changed. To get a new secret, rotate it");
      return true;
    },
    onDone: (data) => onSecret(data?.webhookSecret),
  });
  return (
    <RequestForm
      form={form}
      isCompact
      isPlain
      title="The URL was not saved"
      remedy="Reload the page. If the URL was saved, rotate the secret to see a new one."
      action="Save URL"
      busy="Saving…"
    >
      <TextField
        label="Webhook URL"
        type="url"
        {...form.field("webhookUrl")}
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
    </RequestForm>
  );
}
