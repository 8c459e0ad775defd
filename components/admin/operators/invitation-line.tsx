"use client";

import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { OperatorInvitation } from "./queries";

/** An unused link: an invitation, or a recovery link of an administrator. */
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
    onDone: () => toast(`The ${what} of ${email} was revoked`),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <span className="min-w-0 flex-1 basis-60">
        <span className="block break-all">{email}</span>
        <span className="block text-quiet">
          {isRecovery
            ? "Recovery link for a new password and authenticator, created with npm run recover-operator"
            : `Invited as ${role} by ${invitedBy}`}
          , expires <Time instant={expiresAt} />
        </span>
      </span>
      {mayChange && (
        <Button
          look="plain"
          size="compact"
          disabled={isBusy}
          onClick={() => submit({ params: { id: invitationId } })}
        >
          Revoke
          <span className="sr-only">
            {" "}
            the {what} of {email}
          </span>
        </Button>
      )}
      {failure && <ErrorPanel title={`The ${what} was not revoked`} failure={failure} />}
    </li>
  );
}
