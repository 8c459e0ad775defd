"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useSubmission } from "@/lib/api/client/use-submission";

interface RollSecretProps {
  onRolled: (secret: string | undefined) => void;
  onClose: () => void;
}

/** Rotates the signing secret. */
export function RollSecret({ onRolled, onClose }: RollSecretProps) {
  const { submit, isBusy, failure } = useSubmission("rotateWebhookSecret", {
    onDone: (data) => {
      onRolled(data?.webhookSecret);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Rotate webhook secret?"
      action="Rotate secret"
      isBusy={isBusy}
      failure={failure}
      undone="The secret was not changed."
      remedy="Rotate the secret again to see a new one."
      onConfirm={() => submit({})}
      onClose={onClose}
    >
      <p>
        You’ll get a new secret that is used immediately. For 24 hours, the old secret also signs,
        as a second signature in <code className="font-mono text-small">webhook-signature</code>.
        Servers that check this header can switch at any time within 24 hours.
      </p>
      <p>
        <code className="font-mono text-small">X-Webhook-Signature</code> uses only the new secret
        from now on. The URL stays as it is, and so does a pause.
      </p>
    </ConfirmDialog>
  );
}
