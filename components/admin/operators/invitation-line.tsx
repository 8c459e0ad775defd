"use client";

import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/fetch/use-submission";
import type { OperatorInvitation } from "./queries";

/** Somebody who was invited and has not come yet. */
export function InvitationLine({
  invitation,
  mayChange,
}: {
  invitation: OperatorInvitation;
  mayChange: boolean;
}) {
  const { invitationId, email, role, invitedBy, expiresAt } = invitation;
  const { submit, isBusy, failure } = useSubmission("revokeOperatorInvitation", {
    onDone: () => toast(`The invitation of ${email} was taken back`),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <span className="min-w-0 flex-1 basis-60">
        <span className="block break-all">{email}</span>
        <span className="block text-quiet">
          invited as {role} by {invitedBy}, until <Time instant={expiresAt} />
        </span>
      </span>
      {mayChange && (
        <Button
          look="plain"
          size="compact"
          disabled={isBusy}
          onClick={() => submit({ params: { id: invitationId } })}
        >
          Take back<span className="sr-only"> the invitation of {email}</span>
        </Button>
      )}
      {failure && (
        <ErrorPanel
          title="The invitation was not taken back"
          unknown="It may have been: look at the list before you try again."
          failure={failure}
        />
      )}
    </li>
  );
}
