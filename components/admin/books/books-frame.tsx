import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header";
import { TabLinks } from "@/components/ui/tab-links";

const TABS = [
  { href: "/admin/books", word: "Balances" },
  { href: "/admin/books/journals", word: "Journals" },
  { href: "/admin/books/partners", word: "Partners" },
  { href: "/admin/books/shortfalls", word: "Shortfalls" },
  { href: "/admin/books/checks", word: "Checks" },
];

/** The layout of the pages of the books, with tabs. */
export function BooksFrame({ children }: { children: ReactNode }) {
  return (
    <div className="space-y-6">
      <PageHeader title="Books" />
      <TabLinks label="Books" tabs={TABS} />
      {children}
    </div>
  );
}
