"use client";

import dynamic from "next/dynamic";
import { useReader } from "@/components/ui/reader";
import { Part } from "./part";
import { SettingsFrame } from "./settings-frame";

// Rendered by the server, and loaded after the page: a form submitted before that waits.
const Company = dynamic(() => import("./company").then(({ Company }) => Company));
const RedirectUrl = dynamic(() => import("./redirect-url").then(({ RedirectUrl }) => RedirectUrl));

/** The page of what the partner's users see: its name and logo, and where they go after verification. */
export function CompanyScreen() {
  const { role } = useReader();
  return (
    <SettingsFrame>
      <div className="space-y-8">
        <Part title="Company" note="How your users see you.">
          <Company mayChange={role === "owner"} />
        </Part>
        <Part title="Verification" note="Default redirect URL for users after verification.">
          <RedirectUrl mayChange={role !== "viewer"} />
        </Part>
      </div>
    </SettingsFrame>
  );
}
