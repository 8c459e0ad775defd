import type { IconName } from "@/components/ui/icon";

export interface PageLink {
  href: string;
  name: string;
  icon: IconName;
  /** The letter that opens the page after `g`. */
  key: string;
  /** The path of the page's details, when it is not below its own address. */
  below?: string;
}

/** A partner's pages, in the order of the sidebar. The first few fit into a phone's bar. */
export const DASHBOARD_PAGES: readonly PageLink[] = [
  { href: "/", key: "o", name: "Overview", icon: "overview" },
  { href: "/users", key: "u", name: "Users", icon: "people" },
  { href: "/cards", key: "c", name: "Cards", icon: "card" },
  { href: "/transactions", key: "t", name: "Transactions", icon: "lines" },
  { href: "/disputes", key: "x", name: "Disputes", icon: "dispute" },
  { href: "/wallet", key: "w", name: "Wallet", icon: "wallet" },
  { href: "/withdrawals", key: "p", name: "Withdrawals", icon: "out" },
  { href: "/developers", key: "d", name: "Developers", icon: "code" },
  { href: "/settings", key: "s", name: "Settings", icon: "settings" },
];

/** The administrators' pages, in the order of the sidebar. */
export const CONSOLE_PAGES: readonly PageLink[] = [
  { href: "/admin", key: "q", below: "/admin/withdrawals", name: "Queue", icon: "queue" },
  { href: "/admin/partners", key: "p", name: "Partners", icon: "people" },
  { href: "/admin/health", key: "h", name: "Health", icon: "pulse" },
  { href: "/admin/books", key: "b", name: "Books", icon: "book" },
  { href: "/admin/users", key: "u", name: "Card users", icon: "card" },
  { href: "/admin/deposits", key: "d", name: "Held deposits", icon: "held" },
  { href: "/admin/disputes", key: "i", name: "Disputes", icon: "dispute" },
  { href: "/admin/postings", key: "o", name: "Operator postings", icon: "lines" },
  { href: "/admin/audit", key: "a", name: "Audit log", icon: "shield" },
  { href: "/admin/operators", key: "s", name: "Operators", icon: "settings" },
];

export const PAGES_IN_BAR = 4;

/** Returns whether a page, or a page below it, is open. */
export function isOpen({ href, below = href }: PageLink, path: string): boolean {
  return path === href || path.startsWith(`${below}/`);
}
