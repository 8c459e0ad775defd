"use client";

import dynamic from "next/dynamic";
import { PageHeader } from "@/components/ui/page-header";
import { useReader } from "@/components/ui/reader";
import { OwnAccount, Part } from "./own-account";
import { PeopleList } from "./people";

// Rendered by the server, and loaded after the page: a form submitted before that waits.
const Company = dynamic(() => import("./company").then(({ Company }) => Company));
const RedirectUrl = dynamic(() => import("./redirect-url").then(({ RedirectUrl }) => RedirectUrl));

const SECTIONS = [
  ["team", "Team"],
  ["company", "Company"],
  ["verification", "Verification"],
  ["you", "Your account"],
] as const;

/** The page of the settings: team, company and own account. */
export function SettingsScreen() {
  const { role } = useReader();
  return (
    <div className="max-w-4xl space-y-8">
      <PageHeader title="Settings" />
      <nav aria-label="Sections" className="flex flex-wrap gap-x-5 text-small">
        {SECTIONS.map(([id, name]) => (
          <a
            key={id}
            href={`#${id}`}
            className="inline-flex min-h-9 items-center text-accent underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            {name}
          </a>
        ))}
      </nav>
      <Part id="team" title="Team" note="Members with access to this dashboard.">
        <PeopleList isOwner={role === "owner"} />
      </Part>
      <Part id="company" title="Company" note="How your users see you.">
        <Company mayChange={role === "owner"} />
      </Part>
      <Part
        id="verification"
        title="Verification"
        note="Default redirect URL for users after verification."
      >
        <RedirectUrl mayChange={role !== "viewer"} />
      </Part>
      <OwnAccount />
    </div>
  );
}
