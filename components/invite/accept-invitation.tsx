"use client";

import { type SubmitEvent, useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { Statement } from "@/components/ui/statement";
import { toApiError } from "@/lib/fetch/api-error";
import { callApi } from "@/lib/fetch/call-api";
import { fieldSentences } from "@/lib/fetch/check-fields";
import type { ApiData } from "@/lib/fetch/types";

interface AcceptInvitationProps {
  token: string;
  invitation: ApiData<"getInvitation">;
}

/** Joins a partner's people: a name and a password, and that is all. */
export function AcceptInvitation({ token, invitation }: AcceptInvitationProps) {
  const [failure, setFailure] = useState<ReturnType<typeof toApiError>>();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const { partnerName, email, role, invitedBy } = invitation;

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? "");
    setBusy(true);
    setFailure(undefined);
    try {
      const body = { name: text("name"), password: text("password") };
      await callApi("acceptInvitation", { params: { token }, body });
      setDone(true);
    } catch (error) {
      setFailure(toApiError(error));
    }
    setBusy(false);
  };

  if (isDone)
    return (
      <Statement
        state="settled"
        title={`Welcome to ${partnerName}`}
        actions={<ButtonLink href="/sign-in">Sign in</ButtonLink>}
      >
        <p className="text-quiet">Sign in with {email} and the password that you just chose.</p>
      </Statement>
    );
  const errors = failure ? fieldSentences(failure.fields) : {};
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4 pt-[10vh]">
      <h1 className="text-large font-semibold text-balance">Join {partnerName}</h1>
      <p className="text-quiet">
        {invitedBy} invites you as {role}. You will sign in as {email}.
      </p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField label="Your name" name="name" autoComplete="name" error={errors.name} />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        error={errors.password}
        hint="12 characters or more; a few words do well."
      />
      {failure && Object.keys(errors).length === 0 && (
        <ErrorPanel
          title="You have not joined"
          failure={failure}
          undone="Nothing was changed."
          unknown="Try to sign in: you may have joined already."
        />
      )}
      <Button type="submit" disabled={isBusy} className="w-full">
        {isBusy ? "Joining…" : "Join"}
      </Button>
    </form>
  );
}
