"use client";

import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { OperatorInvitation } from "./queries";

/** A link that was not used: an invitation, or one by which an administrator gets new credentials. */
export function InvitationLine({
  invitation,
  mayChange,
}: {
  invitation: OperatorInvitation;
  mayChange: boolean;
}) {
  const { invitationId, email, role, invitedBy, isRecovery, expiresAt } = invitation;
  const what = isRecovery ? "recovery link" : "invitation";
  const { submit, isBusy, failure } = useSubmission("revokeOperatorInvitation", {
    onDone: () => toast(`The ${what} of ${email} was taken back`),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <span className="min-w-0 flex-1 basis-60">
        <span className="block break-all">{email}</span>
        <span className="block text-quiet">
          {isRecovery
            ? "recovery link for a new password and authenticator, made with npm run recover-operator"
            : `invited as ${role} by ${invitedBy}`}
          , until <Time instant={expiresAt} />
        </span>
      </span>
      {mayChange && (
        <Button
          look="plain"
          size="compact"
          disabled={isBusy}
          onClick={() => submit({ params: { id: invitationId } })}
        >
          Take back
          <span className="sr-only">
            {" "}
            the {what} of {email}
          </span>
        </Button>
      )}
      {failure && (
        <ErrorPanel
          title={`The ${what} was not taken back`}
          unknown="It may have been: look at the list before you try again."
          failure={failure}
        />
      )}
    </li>
  );
}
