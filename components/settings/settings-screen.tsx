"use client";

import { PageHeader } from "@/components/ui/page-header";
import { useReader } from "@/components/ui/reader";
import { OwnAccount, Part } from "./own-account";
import { PeopleList } from "./people";
import { RedirectUrl } from "./redirect-url";

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
      <OwnAccount />
    </div>
  );
}
