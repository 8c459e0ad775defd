"use client";

import { type SubmitEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { signIn } from "@/lib/api/client/sign-in";
import type { ApiData } from "@/lib/api/client/types";
import { useSubmission } from "@/lib/api/client/use-submission";
import { Enrolment } from "./enrolment";
import { Welcome } from "./welcome";

interface AcceptInvitationProps {
  token: string;
  invitation: ApiData<"getInvitation">;
  /** Set for a person who joins the operator, who must have a second factor. */
  enrolment?: ApiData<"startEnrolment"> | undefined;
}

type Invitation = ApiData<"getInvitation">;

const nameOf = ({ partnerName = "the operator" }: Invitation) => partnerName;

/** Describes the invitation. */
function Heading(invitation: Invitation) {
  const { email, role, invitedBy, isRecovery } = invitation;
  return (
    <>
      <h1 className="text-large font-semibold text-balance">
        {isRecovery ? "Set a new password and authenticator" : `Join ${nameOf(invitation)}`}
      </h1>
      <p className="text-quiet wrap-anywhere">
        {isRecovery
          ? `For the administrator ${email}. All sessions of this account will be signed out.`
          : `${invitedBy} invited you as ${role}. You’ll sign in with ${email}.`}
      </p>
    </>
  );
}

interface Joined {
  recoveryCodes: readonly string[] | undefined;
  isSignedIn: boolean;
}

/** Accepts an invitation and signs in: name and password; for the operator's people an authenticator too. */
export function AcceptInvitation({ token, invitation, enrolment }: AcceptInvitationProps) {
  const [joined, setJoined] = useState<Joined>();
  const credentials = useRef({ password: "", totp: "" });
  const { email, isRecovery = false } = invitation;
  const [action, busy] = isRecovery ? ["Save and sign in", "Saving…"] : ["Join", "Joining…"];

  const { submit, isBusy, failure } = useSubmission("acceptInvitation", {
    onDone: async (data) => {
      const outcome = await signIn({ email, ...credentials.current });
      const isSignedIn = outcome.kind === "done";
      const recoveryCodes = data?.recoveryCodes;
      if (isSignedIn && !recoveryCodes) window.location.assign("/");
      else setJoined({ recoveryCodes, isSignedIn });
    },
  });

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? "");
    const body = { name: text("name"), password: text("password") };
    const enrolled = enrolment && { enrolment: enrolment.enrolment, totp: text("totp") };
    credentials.current = { password: body.password, totp: enrolled?.totp ?? "" };
    submit({ params: { token }, body: { ...body, ...enrolled } });
  };

  if (joined) return <Welcome name={nameOf(invitation)} email={email} {...joined} />;
  const errors = failure ? fieldSentences(failure.fields) : {};
  return (
    <Form noValidate onSubmit={onSubmit} className="space-y-4 pt-[10vh]">
      <Heading {...invitation} />
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {isRecovery ? (
        // The name of the recovered person, which does not change.
        <input type="hidden" name="name" value={invitation.invitedBy} readOnly />
      ) : (
        <TextField label="Your name" name="name" autoComplete="name" error={errors.name} />
      )}
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        error={errors.password}
        hint="At least 12 characters. A passphrase works well."
      />
      {enrolment && <Enrolment {...enrolment} error={errors.totp} />}
      {failure && Object.keys(errors).length === 0 && (
        <ErrorPanel
          title={isRecovery ? "Your changes were not saved" : "You could not join"}
          failure={failure}
          undone="No changes were made."
          remedy="Try to sign in with this email and password."
        />
      )}
      <Button type="submit" disabled={isBusy} className="w-full">
        {isBusy ? busy : action}
      </Button>
    </Form>
  );
}
