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

interface BooksFrameProps {
  /** What the page can do, beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The layout of the pages of the books, with tabs. */
export function BooksFrame({ actions, children }: BooksFrameProps) {
  return (
    <div className="space-y-6">
      <PageHeader title="Books" actions={actions} />
      <TabLinks label="Books" tabs={TABS} />
      {children}
    </div>
  );
}
