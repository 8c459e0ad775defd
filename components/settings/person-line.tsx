"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { capitalised } from "@/components/ui/words";
import { mayMore, PARTNER_ROLES, type PartnerRole } from "@/lib/auth/roles";
import { useSubmission } from "@/lib/fetch/use-submission";
import type { Person } from "./queries";
import { RaiseRole } from "./raise-role";

interface PersonLineProps {
  person: Person;
  isOwner: boolean;
  onRemove: () => void;
}

interface RoleChoiceProps {
  person: Person;
  isBusy: boolean;
  onLower: (role: PartnerRole) => void;
}

/** Another role: at once where it may less, with the password where it may more. */
function RoleChoice({ person, isBusy, onLower }: RoleChoiceProps) {
  const [raised, setRaised] = useState<PartnerRole>();
  const { name, role } = person;
  const choose = (wanted: PartnerRole) =>
    mayMore(wanted, role) ? setRaised(wanted) : onLower(wanted);
  return (
    <>
      <select
        aria-label={`Role of ${name}`}
        value={role}
        disabled={isBusy}
        onChange={(event) => choose(event.target.value as PartnerRole)}
        className="min-h-9 rounded-large border border-line-strong bg-surface px-2 text-small pointer-coarse:min-h-11"
      >
        {PARTNER_ROLES.map((each) => (
          <option key={each} value={each}>
            {capitalised(each)}
          </option>
        ))}
      </select>
      {raised && <RaiseRole person={person} role={raised} onClose={() => setRaised(undefined)} />}
    </>
  );
}

/** One person: what they may do, and when they were here. */
export function PersonLine({ person, isOwner, onRemove }: PersonLineProps) {
  const { personId, name, email, role, isYou, hasSecondFactor, lastSignInAt } = person;
  const { submit, isBusy, failure } = useSubmission("changeRole", {
    onDone: () => toast(`${name} has another role`),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <span className="min-w-0 flex-1 basis-60">
        <span className="block font-medium break-words">
          {name}
          {isYou && <span className="font-normal text-quiet"> · you</span>}
        </span>
        <span className="block break-all text-quiet">{email}</span>
        <span className="text-quiet">
          {hasSecondFactor ? "Second factor on" : "No second factor"} ·{" "}
          {lastSignInAt ? (
            <>
              signed in <Time instant={lastSignInAt} />
            </>
          ) : (
            "never signed in"
          )}
        </span>
      </span>
      {isOwner && !isYou ? (
        <span className="flex items-center gap-2">
          <RoleChoice
            person={person}
            isBusy={isBusy}
            onLower={(lower) => submit({ params: { personId }, body: { role: lower } })}
          />
          <Button look="plain" size="compact" onClick={onRemove}>
            Remove<span className="sr-only"> {name}</span>
          </Button>
        </span>
      ) : (
        <span>{capitalised(role)}</span>
      )}
      {failure && (
        <ErrorPanel
          title="The role was not changed"
          unknown="It may have been: look at the list before you try again."
          failure={failure}
        />
      )}
    </li>
  );
}
