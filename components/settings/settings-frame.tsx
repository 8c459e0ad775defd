import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tab-links";

const TABS = [
  { href: "/settings", word: "Team" },
  { href: "/settings/company", word: "Company" },
  { href: "/settings/sso", word: "Single sign-on" },
  { href: "/settings/account", word: "Your account" },
  { href: "/settings/audit", word: "Audit log" },
];

interface SettingsFrameProps {
  /** The page is a table, which takes all of the width. */
  isWide?: boolean;
  children: ReactNode;
}

/** The layout of the pages of the settings, with tabs. */
export function SettingsFrame({ isWide = false, children }: SettingsFrameProps) {
  return (
    <div className={classNames("space-y-6", !isWide && "max-w-4xl")}>
      <div className="space-y-2">
        <PageHeader title="Settings" />
        <TabLinks label="Settings" tabs={TABS} />
      </div>
      {children}
    </div>
  );
}
