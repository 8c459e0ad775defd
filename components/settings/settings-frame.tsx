import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tab-links";

const TABS = [
  { href: "/settings", word: "Team" },
  { href: "/settings/company", word: "Company" },
  { href: "/settings/account", word: "Your account" },
];

/** The layout of the pages of the settings, with tabs. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <div className="max-w-4xl space-y-6">
      <div className="space-y-2">
        <PageHeader title="Settings" />
        <TabLinks label="Settings" tabs={TABS} />
      </div>
      {children}
    </div>
  );
}
