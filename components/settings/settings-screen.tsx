"use client";

import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header";
import { useReader } from "@/components/ui/reader";
import { ChangePassword } from "./change-password";
import { PeopleList } from "./people";
import { RedirectUrl } from "./redirect-url";
import { SecondFactor } from "./second-factor";
import { Sessions } from "./sessions";

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
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

/** Who works here, and how one signs in. */
export function SettingsScreen() {
  const { role } = useReader();
  return (
    <div className="max-w-4xl space-y-8">
      <PageHeader title="Settings" />
      <Part title="People" note="Who of your company signs in here.">
        <PeopleList isOwner={role === "owner"} />
      </Part>
      <Part title="Verification" note="For all your users, unless one has an address of its own.">
        <RedirectUrl mayChange={role !== "viewer"} />
      </Part>
      <Part title="Password" note="Yours alone.">
        <ChangePassword />
      </Part>
      <Part title="Second factor" note="A code from an authenticator at each sign-in.">
        <SecondFactor />
      </Part>
      <Part title="Sessions" note="Where you are signed in.">
        <Sessions />
      </Part>
    </div>
  );
}
