"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { ApiKey } from "./queries";

/** Ends a key at once. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { submit, isBusy, failure } = useSubmission("revokeApiKey", {
    onDone: () => {
      toast(`The key ${apiKey.name} was revoked`, { about: apiKey.keyId });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke the key ${apiKey.name}?`}
      action={`Revoke ${apiKey.name}`}
      isDangerous
      isBusy={isBusy}
      failure={failure}
      undone="The key still works."
      unknown="The key may have been revoked: look at the list before you try again."
      onConfirm={() => submit({ params: { keyId: apiKey.keyId } })}
      onClose={onClose}
    >
      <p>
        The next request with <code className="font-mono text-small">{apiKey.hint}</code> is
        refused, at once and for good.{" "}
        {apiKey.lastUsedAt ? (
          <>
            It was used last <Time instant={apiKey.lastUsedAt} />: a server that still has it stops
            working. To change over without a gap, roll it.
          </>
        ) : (
          "It was never used."
        )}
      </p>
    </ConfirmDialog>
  );
}
