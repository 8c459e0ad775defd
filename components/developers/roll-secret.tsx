"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useSubmission } from "@/lib/api/client/use-submission";

interface RollSecretProps {
  webhookUrl: string;
  onRolled: (secret: string | undefined) => void;
  onClose: () => void;
}

/** Puts a new secret in the place of the one that signs: the same address is set anew. */
export function RollSecret({ webhookUrl, onRolled, onClose }: RollSecretProps) {
  const { submit, isBusy, failure } = useSubmission("setWebhook", {
    onDone: (data) => {
      onRolled(data?.webhookSecret);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Roll the webhook secret?"
      action="Roll the secret"
      isBusy={isBusy}
      failure={failure}
      undone="The secret is as it was."
      unknown="A new secret may sign already. Roll it again to see one."
      onConfirm={() => submit({ body: { webhookUrl } })}
      onClose={onClose}
    >
      <p>
        You get a new secret, which signs at once. For 24 hours the old one signs too, as a second
        signature in <code className="font-mono text-small">webhook-signature</code>: a receiver
        that checks that header can change over at any time within the day.
      </p>
      <p>
        <code className="font-mono text-small">X-Webhook-Signature</code> has room for one and is
        made with the new secret alone, from now on. A paused endpoint goes on.
      </p>
    </ConfirmDialog>
  );
}
