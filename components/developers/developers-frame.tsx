import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tab-links";

const TABS = [
  { href: "/developers", word: "API keys" },
  { href: "/developers/webhooks", word: "Webhooks" },
  { href: "/developers/requests", word: "Request logs" },
  { href: "/developers/reference", word: "API reference" },
];

/** The layout of the pages for developers, with tabs. */
export function DevelopersFrame({ children }: { children: ReactNode }) {
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <PageHeader title="Developers" />
        <TabLinks label="Developers" tabs={TABS} />
      </div>
      {children}
    </div>
  );
}
