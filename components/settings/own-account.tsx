"use client";

import dynamic from "next/dynamic";
import { Notifications } from "./notifications";
import { Part } from "./part";
import { Passkeys } from "./passkeys";
import { SecondFactor } from "./second-factor";
import { Sessions } from "./sessions";

// Rendered by the server, and loaded after the page: a form submitted before that waits.
const ChangeName = dynamic(() => import("./change-name").then(({ ChangeName }) => ChangeName));
const ChangePassword = dynamic(() =>
  import("./change-password").then(({ ChangePassword }) => ChangePassword),
);

/** The settings of the person's own sign-in, for every role. */
export function OwnAccount() {
  return (
    <div className="space-y-8">
      <Part title="Your profile" note="How you appear to others.">
        <ChangeName />
      </Part>
      <Part title="Password" note="Changing it signs out your other sessions.">
        <ChangePassword />
      </Part>
      <Part
        title="Two-factor authentication"
        note="Require a code from an authenticator app at sign-in."
      >
        <SecondFactor />
      </Part>
      <Part title="Passkeys" note="Confirm with your device’s fingerprint, face or PIN.">
        <Passkeys />
      </Part>
      <Part title="Email" note="What we write to you about.">
        <Notifications />
      </Part>
      <Part title="Sessions" note="Devices where you’re signed in.">
        <Sessions />
      </Part>
    </div>
  );
}
