"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { useReader } from "@/components/ui/reader";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { capitalised } from "@/components/ui/words";
import { toApiError } from "@/lib/api/client/api-error";
import { InviteOwner } from "./invite-owner";
import { PersonLine } from "./person-line";
import { type Partner, usePartnerPeople } from "./queries";

const LINE = "flex items-baseline justify-between gap-3 py-2";

/** Team members and pending invitations of the partner. */
export function PartnerPeople({ partner }: { partner: Partner }) {
  const { data, error, refetch } = usePartnerPeople(partner.partnerId);
  const { role } = useReader();
  const [isInviting, setInviting] = useState(false);
  return (
    <section className="space-y-3">
      <header className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">Team</h3>
        {role === "admin" && (
          <Button look="plain" size="compact" onClick={() => setInviting(true)}>
            Invite owner
          </Button>
        )}
      </header>
      {error && !data && (
        <ErrorPanel
          title="Team members could not be loaded"
          failure={toApiError(error)}
          onRetry={() => refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-20" />}
      {data?.people.length === 0 && <p className="text-small text-quiet">No team members yet.</p>}
      {data && data.people.length + data.invitations.length > 0 && (
        <ul className="divide-y divide-line border-y border-line text-small">
          {data.people.map((person) => (
            <PersonLine
              key={person.personId}
              partner={partner}
              person={person}
              mayChange={role === "admin"}
            />
          ))}
          {data.invitations.map(({ invitationId, email, role: theirs, expiresAt }) => (
            <li key={invitationId} className={LINE}>
              <span className="min-w-0 break-all">{email}</span>
              <span className="text-right">
                {capitalised(theirs)}, invited
                <span className="block text-quiet">
                  expires <Time instant={expiresAt} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {isInviting && (
        <InviteOwner
          partner={partner}
          hasOwner={data?.people.some((person) => person.role === "owner") ?? false}
          onClose={() => setInviting(false)}
        />
      )}
    </section>
  );
}
