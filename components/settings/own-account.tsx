"use client";

import type { ReactNode } from "react";
import { ChangePassword } from "./change-password";
import { SecondFactor } from "./second-factor";
import { Sessions } from "./sessions";

interface PartProps {
  title: string;
  note: string;
  children: ReactNode;
}

/** One part of the settings: what it is on the left, the thing itself on the right. */
export function Part({ title, note, children }: PartProps) {
  return (
    <section className="grid gap-x-10 gap-y-3 border-t border-line pt-6 md:grid-cols-[14rem_minmax(0,1fr)]">
      <div>
        <h2 className="font-semibold">{title}</h2>
        <p className="text-small text-quiet">{note}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** How one signs in oneself, whoever one is. */
export function OwnAccount() {
  return (
    <>
      <Part title="Password" note="Yours alone.">
        <ChangePassword />
      </Part>
      <Part title="Second factor" note="A code from an authenticator at each sign-in.">
        <SecondFactor />
      </Part>
      <Part title="Sessions" note="Where you are signed in.">
        <Sessions />
      </Part>
    </>
  );
}
