import type { IconName } from "@/components/ui/icon";

interface PageLink {
  href: string;
  name: string;
  icon: IconName;
}

/** The pages that there are, in the order of the sidebar. The first few fit into a phone's bar. */
export const PAGES: readonly PageLink[] = [
  { href: "/", name: "Overview", icon: "overview" },
  { href: "/users", name: "Users", icon: "people" },
  { href: "/cards", name: "Cards", icon: "card" },
  { href: "/transactions", name: "Transactions", icon: "lines" },
  { href: "/wallet", name: "Wallet", icon: "wallet" },
  { href: "/withdrawals", name: "Withdrawals", icon: "out" },
  { href: "/developers", name: "Developers", icon: "code" },
  { href: "/settings", name: "Settings", icon: "settings" },
];

export const PAGES_IN_BAR = 4;

/** Whether a page, or something of it, is open. */
export function isOpen(href: string, path: string): boolean {
  return href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`);
}
