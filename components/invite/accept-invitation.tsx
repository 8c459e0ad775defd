"use client";

import dynamic from "next/dynamic";
import { useEffect, useRef, useState } from "react";
import { TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { signIn } from "@/lib/api/client/sign-in";
import type { ApiData } from "@/lib/api/client/types";

// Rendered by the server, and loaded after the form: few invitations need an authenticator.
const Enrolment = dynamic(() => import("./enrolment").then(({ Enrolment }) => Enrolment));
const loadWelcome = () => import("./welcome").then(({ Welcome }) => Welcome);
const Welcome = dynamic(loadWelcome, { ssr: false });

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
          : `${invitedBy} invited you with the role ${role}. You’ll sign in with ${email}.`}
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
  // The next step must open also if the connection is lost meanwhile: recovery codes are shown once.
  useEffect(() => void loadWelcome(), []);
  const { email, isRecovery = false } = invitation;
  const [action, busy] = isRecovery ? ["Save and sign in", "Saving…"] : ["Join", "Joining…"];

  const form = useContractForm("acceptInvitation", {
    // A recovered person keeps the name.
    initial: { name: isRecovery ? invitation.invitedBy : "", password: "", totp: "" },
    input: ({ name, password, totp }) => ({
      params: { token },
      body: {
        ...{ name, password },
        ...(enrolment && { enrolment: enrolment.enrolment, totp }),
      },
    }),
    onDone: async (data) => {
      const { password, totp } = credentials.current;
      const outcome = await signIn({ email, password, totp });
      const isSignedIn = outcome.kind === "done";
      const recoveryCodes = data?.recoveryCodes;
      if (isSignedIn && !recoveryCodes) window.location.assign("/");
      else setJoined({ recoveryCodes, isSignedIn });
    },
    beforeSend: ({ password, totp }) => {
      credentials.current = { password, totp };
      return false;
    },
  });

  if (joined) return <Welcome name={nameOf(invitation)} email={email} {...joined} />;
  return (
    <RequestForm
      form={form}
      className="space-y-4 pt-[5vh]"
      title={isRecovery ? "Your changes were not saved" : "You could not join"}
      undone="No changes were made."
      remedy="Try to sign in with this email and password."
      action={action}
      busy={busy}
    >
      <Heading {...invitation} />
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {!isRecovery && <TextField label="Your name" autoComplete="name" {...form.field("name")} />}
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        {...form.field("password")}
        hint="At least 12 characters. A passphrase works well."
      />
      {enrolment && <Enrolment {...enrolment} code={form.field("totp")} />}
    </RequestForm>
  );
}
