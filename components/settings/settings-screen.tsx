"use client";

import dynamic from "next/dynamic";
import { PageHeader } from "@/components/ui/page-header";
import { useReader } from "@/components/ui/reader";
import { OwnAccount, Part } from "./own-account";
import { PeopleList } from "./people";

// Rendered by the server, and loaded after the page: a form submitted before that waits.
const RedirectUrl = dynamic(() => import("./redirect-url").then(({ RedirectUrl }) => RedirectUrl));

/** The page of the settings: team and own account. */
export function SettingsScreen() {
  const { role } = useReader();
  return (
    <div className="max-w-4xl space-y-8">
      <PageHeader title="Settings" />
      <Part title="Team" note="Members with access to this dashboard.">
        <PeopleList isOwner={role === "owner"} />
      </Part>
      <Part title="Verification" note="Default redirect URL for users after verification.">
        <RedirectUrl mayChange={role !== "viewer"} />
      </Part>
      <OwnAccount />
    </div>
  );
}
