"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { ApiKey } from "./queries";

/** Revokes a key at once. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { submit, isBusy, failure } = useSubmission("revokeApiKey", {
    onDone: () => {
      toast(`Key ${apiKey.name} was revoked`, { about: apiKey.keyId });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke key ${apiKey.name}?`}
      action={`Revoke ${apiKey.name}`}
      isDangerous
      isBusy={isBusy}
      failure={failure}
      undone="The key still works."
      onConfirm={() => submit({ params: { keyId: apiKey.keyId } })}
      onClose={onClose}
    >
      <p>
        Requests with <code className="font-mono text-small">{apiKey.hint}</code> fail immediately.
        This cannot be undone.{" "}
        {apiKey.lastUsedAt ? (
          <>
            Last used <Time instant={apiKey.lastUsedAt} />. Servers that still use the key stop
            working. To replace it without downtime, rotate it instead.
          </>
        ) : (
          "The key was never used."
        )}
      </p>
    </ConfirmDialog>
  );
}
