"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { goTo, useAddress } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { RoleNote } from "@/components/ui/role-note";
import { SkeletonTwoLines } from "@/components/ui/skeleton-two-lines";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { toApiError } from "@/lib/api/client/api-error";
import { useSubmission } from "@/lib/api/client/use-submission";
import { PersonLine } from "./person-line";
import type { Person } from "./queries";
import { type Invitation, usePeople } from "./queries";

// Dialogs are loaded when they are opened, and never rendered by the server.
const RoleDialog = dynamic(
  () => import("@/components/ui/role-dialog").then(({ RoleDialog }) => RoleDialog),
  { ssr: false },
);
const InvitePerson = dynamic(
  () => import("./invite-person").then(({ InvitePerson }) => InvitePerson),
  { ssr: false },
);
const RemovePerson = dynamic(
  () => import("./remove-person").then(({ RemovePerson }) => RemovePerson),
  { ssr: false },
);

function InvitationLine({ invitation, isOwner }: { invitation: Invitation; isOwner: boolean }) {
  const { invitationId, email, role, expiresAt } = invitation;
  const { submit, isBusy, failure } = useSubmission("revokeInvitation", {
    onDone: () => toast("Invitation revoked"),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="block font-medium break-all">{email}</span>
        <span className="text-quiet">
          Invited as {role}, expires <Time instant={expiresAt} isExact />
        </span>
      </span>
      {isOwner && (
        <Button
          look="plain"
          size="compact"
          disabled={isBusy}
          onClick={() => submit({ params: { invitationId } })}
        >
          Revoke<span className="sr-only"> the invitation of {email}</span>
        </Button>
      )}
      {failure && <ErrorPanel title="The invitation was not revoked" failure={failure} />}
    </li>
  );
}

/** The team members and open invitations; only owners change them. */
export function PeopleList({ isOwner }: { isOwner: boolean }) {
  const { data, error, refetch } = usePeople();
  const { params, withParams } = useAddress();
  const [removed, setRemoved] = useState<Person>();
  const stopInviting = () => goTo(withParams({ do: undefined }), { isReplacing: true });
  if (!data)
    return error ? (
      <ErrorPanel
        title="Team members could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    ) : (
      <SkeletonTwoLines count={3} label="Loading team members" />
    );
  return (
    <div className="space-y-3">
      <ul className="divide-y divide-line border-y border-line text-small">
        {data.people.map((person) => (
          <PersonLine
            key={person.personId}
            person={person}
            isOwner={isOwner}
            onRemove={() => setRemoved(person)}
          />
        ))}
        {data.invitations.map((invitation) => (
          <InvitationLine key={invitation.invitationId} invitation={invitation} isOwner={isOwner} />
        ))}
      </ul>
      {isOwner ? (
        <Button look="plain" size="compact" onClick={() => goTo(withParams({ do: "invite" }))}>
          Invite member
        </Button>
      ) : (
        <RoleNote>Only owners can invite or remove members and change roles.</RoleNote>
      )}
      {params.get("do") === "invite" &&
        (isOwner ? (
          <InvitePerson onClose={stopInviting} />
        ) : (
          <RoleDialog title="Only owners can invite members" onClose={stopInviting}>
            <p>Ask an owner to send the invitation.</p>
          </RoleDialog>
        ))}
      {removed && <RemovePerson person={removed} onClose={() => setRemoved(undefined)} />}
    </div>
  );
}
