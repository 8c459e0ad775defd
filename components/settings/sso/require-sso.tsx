"use client";

import { useState } from "react";
import { Notice } from "@/components/ui/notice";
import { PasswordField } from "@/components/ui/password-field";
import { RequestForm } from "@/components/ui/request-form";
import { StateWord } from "@/components/ui/state-word";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { Sso, SsoPerson } from "./queries";
import { useFreshSso } from "./use-fresh-sso";

const EMPTY = { password: "" };

const canUse = ({ role, hasSecondFactor }: SsoPerson) => role === "owner" && hasSecondFactor;

interface ChosenProps {
  people: readonly SsoPerson[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The people with break-glass access. Without a second factor nobody can use it. */
function BreakGlass({ people, chosen, onChange }: ChosenProps) {
  return (
    <fieldset className="space-y-1 text-small">
      <legend className="font-medium">Break-glass access</legend>
      <p className="text-quiet">
        Owners with 2FA who can still sign in with their password if the provider is down. Every
        owner gets an email about each use.
      </p>
      {people.map(({ personId, name, email }) => (
        <label key={personId} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={chosen.includes(personId)}
            onChange={({ target }) =>
              onChange(
                target.checked
                  ? [...chosen, personId]
                  : chosen.filter((other) => other !== personId),
              )
            }
            className="size-5 shrink-0 accent-accent"
          />
          <span className="min-w-0 wrap-anywhere">
            {name} <span className="text-quiet">{email}</span>
          </span>
        </label>
      ))}
      {people.length === 0 && <p>No owner has set up 2FA yet.</p>}
    </fieldset>
  );
}

/**
 * The form that switches the setting. Another person can change the setting while the password is typed: the button has
 * another meaning then, so the form refuses and asks for the password again.
 */
function useSwitch({ isOnly, connection }: Sso, chosen: string[]) {
  const [isRefused, setRefused] = useState(false);
  const [read, setRead] = useState(isOnly);
  const form = useContractForm("setSsoOnly", {
    initial: EMPTY,
    input: ({ password }) => ({
      body: {
        ...{ isOnly: !isOnly, breakGlassPersonIds: isOnly ? [] : chosen, password },
        version: connection?.version ?? null,
      },
    }),
    beforeSend: () => {
      const isOvertaken = read !== isOnly;
      setRefused(isOvertaken);
      if (isOvertaken) form.reset(EMPTY);
      return isOvertaken;
    },
    onDone: (sso) => {
      form.reset(EMPTY);
      toast(sso?.isOnly ? "Single sign-on is required" : "Passwords are allowed again");
    },
  });
  useFreshSso(form.failure);
  if (read !== isOnly && form.values.password === "") setRead(isOnly);
  return { form, isRefused };
}

/** Makes single sign-on the only way in, or allows passwords again. */
export function RequireSso({ sso }: { sso: Sso }) {
  const { isOnly, people } = sso;
  const eligible = people.filter(canUse);
  const [chosen, setChosen] = useState(() =>
    eligible.filter(({ hasBreakGlass }) => hasBreakGlass).map(({ personId }) => personId),
  );
  const { form, isRefused } = useSwitch(sso, chosen);
  const named = people.filter(({ hasBreakGlass }) => hasBreakGlass);
  return (
    <div className="max-w-md space-y-3">
      <p className="text-small">
        <StateWord state={isOnly ? "settled" : undefined} word={isOnly ? "Required" : "Optional"} />
      </p>
      {isOnly && (
        <p className="text-small text-quiet wrap-anywhere">
          Break-glass access: {named.map(({ name }) => name).join(", ") || "nobody"}
        </p>
      )}
      {isOnly && !named.some(canUse) && (
        <Notice state="attention" title="Nobody could get in without the provider">
          <p className="text-small">
            Nobody with break-glass access is still an owner with 2FA. Allow passwords, then require
            single sign-on again and choose others.
          </p>
        </Notice>
      )}
      {!isOnly && <BreakGlass people={eligible} chosen={chosen} onChange={setChosen} />}
      <RequestForm
        form={form}
        isCompact
        isPlain
        title="Nothing was changed"
        undone="No changes were made."
        action={isOnly ? "Allow passwords" : "Require single sign-on"}
        busy="Saving…"
      >
        {isRefused && (
          <Notice state="attention" title="The setting changed meanwhile" isLive>
            <p className="text-small">
              {isOnly ? "Single sign-on is required now." : "Passwords are allowed now."} Nothing
              was sent. If you still want to change it, enter your password again.
            </p>
          </Notice>
        )}
        <PasswordField
          hint="Required because it changes how everyone signs in."
          {...form.field("password")}
        />
      </RequestForm>
    </div>
  );
}
