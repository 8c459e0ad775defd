"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { capitalised } from "@/components/ui/words";
import type { Partner, PartnerPerson } from "./queries";
import { RemovePerson } from "./remove-person";
import { UnlockPerson } from "./unlock-person";

interface PersonLineProps {
  partner: Partner;
  person: PartnerPerson;
  mayChange: boolean;
}

/** One of a partner's people, with the actions of an administrator. */
export function PersonLine({ partner, person, mayChange }: PersonLineProps) {
  const [openDialog, setOpenDialog] = useState<"remove" | "unlock">();
  const { name, email, role, lastSignInAt, lockedUntil } = person;
  const close = () => setOpenDialog(undefined);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <span className="min-w-0 flex-1 basis-52">
        <span className="block font-medium break-words">{name}</span>
        <span className="block break-all text-quiet">{email}</span>
        <span className="block text-quiet">
          {capitalised(role)},{" "}
          {lastSignInAt ? (
            <>
              last sign-in <Time instant={lastSignInAt} />
            </>
          ) : (
            "never signed in"
          )}
        </span>
        {lockedUntil && <span className="block text-attention">Sign-in locked</span>}
      </span>
      {mayChange && (
        <span className="flex flex-wrap items-center gap-2">
          {lockedUntil && (
            <Button look="plain" size="compact" onClick={() => setOpenDialog("unlock")}>
              Unlock<span className="sr-only"> {name}</span>
            </Button>
          )}
          <Button look="plain" size="compact" onClick={() => setOpenDialog("remove")}>
            Remove<span className="sr-only"> {name}</span>
          </Button>
        </span>
      )}
      {openDialog === "remove" && (
        <RemovePerson partner={partner} person={person} onClose={close} />
      )}
      {openDialog === "unlock" && (
        <UnlockPerson partner={partner} person={person} onClose={close} />
      )}
    </li>
  );
}
