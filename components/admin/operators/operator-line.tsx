"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { AskedSelect } from "@/components/ui/asked-select";
import { Button } from "@/components/ui/button";
import { StateWord } from "@/components/ui/state-word";
import { Time } from "@/components/ui/time";
import { capitalised, counted } from "@/components/ui/words";
import { OPERATOR_ROLES, type OperatorRole } from "@/lib/contract/roles";
import type { Operator } from "./queries";
import { ROLE_TEXTS } from "./role-texts";

// Dialogs are loaded when they are opened, and never rendered by the server.
const ChangeRole = dynamic(() => import("./change-role").then(({ ChangeRole }) => ChangeRole), {
  ssr: false,
});
const EndSessions = dynamic(() => import("./end-sessions").then(({ EndSessions }) => EndSessions), {
  ssr: false,
});
const RemoveOperator = dynamic(
  () => import("./remove-operator").then(({ RemoveOperator }) => RemoveOperator),
  { ssr: false },
);
const ResetFactor = dynamic(() => import("./reset-factor").then(({ ResetFactor }) => ResetFactor), {
  ssr: false,
});
const UnlockOperator = dynamic(
  () => import("./unlock-operator").then(({ UnlockOperator }) => UnlockOperator),
  { ssr: false },
);

function Role({ operator }: { operator: Operator }) {
  const [wanted, setWanted] = useState<OperatorRole>();
  return (
    <>
      <AskedSelect
        label={`Role of ${operator.name}`}
        value={operator.role}
        options={OPERATOR_ROLES}
        onAsk={setWanted}
      />
      {wanted && (
        <ChangeRole operator={operator} role={wanted} onClose={() => setWanted(undefined)} />
      )}
    </>
  );
}

/** The limits of an operator's approvals where two administrators must approve. */
function SecondApproval({ operator: { role, approvesFrom, sponsor } }: { operator: Operator }) {
  if (role === "auditor" || (approvesFrom === undefined && sponsor === undefined)) return null;
  return (
    <span className="block text-quiet">
      Second approvals:{" "}
      {approvesFrom && (
        <>
          valid from <Time instant={approvesFrom} isExact />
          {sponsor !== undefined && "; "}
        </>
      )}
      {sponsor !== undefined && `shared with ${sponsor}`}
    </span>
  );
}

/** One of the operator's people, with the possible actions. */
export function OperatorLine({ operator, mayChange }: { operator: Operator; mayChange: boolean }) {
  const [openDialog, setOpenDialog] = useState<"end" | "remove" | "reset" | "unlock">();
  const { name, email, role, isYou, openSessions, recoveryCodesLeft, lastSignInAt, lockedUntil } =
    operator;
  const close = () => setOpenDialog(undefined);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <span className="min-w-0 flex-1 basis-60">
        <span className="block font-medium break-words">
          {name}
          {isYou && <span className="font-normal text-quiet"> · you</span>}
        </span>
        <span className="block break-all text-quiet">{email}</span>
        <span className="block text-quiet">
          {lastSignInAt ? (
            <>
              last sign-in <Time instant={lastSignInAt} />,{" "}
              {counted(openSessions, "session", "sessions")},{" "}
            </>
          ) : (
            "never signed in, "
          )}
          {recoveryCodesLeft > 0 &&
            `${counted(recoveryCodesLeft, "recovery code", "recovery codes")} left`}
          {recoveryCodesLeft === 0 && <StateWord state="attention" word="0 recovery codes left" />}
        </span>
        {lockedUntil && <span className="block text-attention">Sign-in locked</span>}
        <SecondApproval operator={operator} />
      </span>
      {mayChange ? (
        <span className="flex flex-wrap items-center gap-2">
          <Role operator={operator} />
          {lockedUntil && (
            <Button look="plain" size="compact" onClick={() => setOpenDialog("unlock")}>
              Unlock<span className="sr-only"> {name}</span>
            </Button>
          )}
          <Button
            look="plain"
            size="compact"
            disabled={openSessions === 0}
            onClick={() => setOpenDialog("end")}
          >
            Sign out<span className="sr-only"> {name}</span>
          </Button>
          {!isYou && (
            <Button look="plain" size="compact" onClick={() => setOpenDialog("reset")}>
              Reset 2FA<span className="sr-only"> of {name}</span>
            </Button>
          )}
          <Button look="plain" size="compact" onClick={() => setOpenDialog("remove")}>
            Remove<span className="sr-only"> {name}</span>
          </Button>
        </span>
      ) : (
        <span title={ROLE_TEXTS[role]}>{capitalised(role)}</span>
      )}
      {openDialog === "end" && <EndSessions operator={operator} onClose={close} />}
      {openDialog === "reset" && <ResetFactor operator={operator} onClose={close} />}
      {openDialog === "unlock" && <UnlockOperator operator={operator} onClose={close} />}
      {openDialog === "remove" && <RemoveOperator operator={operator} onClose={close} />}
    </li>
  );
}
