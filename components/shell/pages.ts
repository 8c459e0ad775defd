import type { IconName } from "@/components/ui/icon";

export interface PageLink {
  href: string;
  name: string;
  icon: IconName;
  /** The path of the page's details, when it is not below its own address. */
  below?: string;
}

/** A partner's pages, in the order of the sidebar. The first few fit into a phone's bar. */
export const DASHBOARD_PAGES: readonly PageLink[] = [
  { href: "/", name: "Overview", icon: "overview" },
  { href: "/users", name: "Users", icon: "people" },
  { href: "/cards", name: "Cards", icon: "card" },
  { href: "/transactions", name: "Transactions", icon: "lines" },
  { href: "/wallet", name: "Wallet", icon: "wallet" },
  { href: "/withdrawals", name: "Withdrawals", icon: "out" },
  { href: "/developers", name: "Developers", icon: "code" },
  { href: "/settings", name: "Settings", icon: "settings" },
];

/** The administrators' pages, in the order of the sidebar. */
export const CONSOLE_PAGES: readonly PageLink[] = [
  { href: "/admin", below: "/admin/withdrawals", name: "Queue", icon: "queue" },
  { href: "/admin/partners", name: "Partners", icon: "people" },
  { href: "/admin/health", name: "Health", icon: "pulse" },
  { href: "/admin/books", name: "Books", icon: "book" },
  { href: "/admin/deposits", name: "Held deposits", icon: "held" },
  { href: "/admin/postings", name: "Operator postings", icon: "lines" },
  { href: "/admin/audit", name: "Audit log", icon: "shield" },
  { href: "/admin/operators", name: "Operators", icon: "settings" },
];

export const PAGES_IN_BAR = 4;

/** Returns whether a page, or a page below it, is open. */
export function isOpen({ href, below = href }: PageLink, path: string): boolean {
  return path === href || path.startsWith(`${below}/`);
}
