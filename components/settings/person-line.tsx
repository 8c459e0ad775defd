"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { AskedSelect } from "@/components/ui/asked-select";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { capitalised } from "@/components/ui/words";
import { mayMore, PARTNER_ROLES, type PartnerRole } from "@/lib/contract/roles";
import type { Person } from "./queries";

// Dialogs are loaded when they are opened, and never rendered by the server.
const LowerRole = dynamic(() => import("./lower-role").then(({ LowerRole }) => LowerRole), {
  ssr: false,
});
const RaiseRole = dynamic(() => import("./raise-role").then(({ RaiseRole }) => RaiseRole), {
  ssr: false,
});

interface PersonLineProps {
  person: Person;
  isOwner: boolean;
  onRemove: () => void;
}

/** Changes the role after a confirmation, with the password when the new role has more rights. */
function RoleChoice({ person }: { person: Person }) {
  const [wanted, setWanted] = useState<PartnerRole>();
  const { name, role } = person;
  const Change = wanted && mayMore(wanted, role) ? RaiseRole : LowerRole;
  return (
    <>
      <AskedSelect
        label={`Role of ${name}`}
        value={role}
        options={PARTNER_ROLES}
        onAsk={setWanted}
      />
      {wanted && <Change person={person} role={wanted} onClose={() => setWanted(undefined)} />}
    </>
  );
}

/** One person, with role and last sign-in. */
export function PersonLine({ person, isOwner, onRemove }: PersonLineProps) {
  const { name, email, role, isYou, hasSecondFactor, lastSignInAt } = person;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <span className="min-w-0 flex-1 basis-60">
        <span className="block font-medium break-words">
          {name}
          {isYou && <span className="font-normal text-quiet"> · you</span>}
        </span>
        <span className="block break-all text-quiet">{email}</span>
        <span className="text-quiet">
          {hasSecondFactor ? "2FA on" : "2FA off"} ·{" "}
          {lastSignInAt ? (
            <>
              last sign-in <Time instant={lastSignInAt} />
            </>
          ) : (
            "never signed in"
          )}
        </span>
      </span>
      {isOwner && !isYou ? (
        <span className="flex items-center gap-2">
          <RoleChoice person={person} />
          <Button look="plain" size="compact" onClick={onRemove}>
            Remove<span className="sr-only"> {name}</span>
          </Button>
        </span>
      ) : (
        <span>{capitalised(role)}</span>
      )}
    </li>
  );
}
