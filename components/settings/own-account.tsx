"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { SecondFactor } from "./second-factor";
import { Sessions } from "./sessions";

// Rendered by the server, and loaded after the page: a form submitted before that waits.
const ChangeName = dynamic(() => import("./change-name").then(({ ChangeName }) => ChangeName));
const ChangePassword = dynamic(() =>
  import("./change-password").then(({ ChangePassword }) => ChangePassword),
);

interface PartProps {
  /** The anchor of links to the section. */
  id?: string;
  title: string;
  note: string;
  children: ReactNode;
}

/** A section of the settings: its title on the left, its content on the right. */
export function Part({ id, title, note, children }: PartProps) {
  return (
    <section
      id={id}
      className="scroll-mt-[calc(var(--bar-height)+1rem)] grid gap-x-10 gap-y-3 border-t border-line pt-6 md:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="text-small text-quiet">{note}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** The settings of the person's own sign-in, for every role. */
export function OwnAccount() {
  return (
    <>
      <Part title="Your profile" note="How you appear to others." id="you">
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
      <Part title="Sessions" note="Devices where you’re signed in.">
        <Sessions />
      </Part>
    </>
  );
}
