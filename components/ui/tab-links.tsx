"use client";

import { usePathname } from "next/navigation";
import { Link } from "./link";
import { tabNames } from "./tab-names";

interface TabLinksProps {
  label: string;
  /** The first tab is the page itself; the addresses of the others are below it. */
  tabs: readonly { href: string; word: string }[];
}

/** On a phone the open tab may be outside of the row. */
const scrollThere = (tab: HTMLElement | null) =>
  tab?.scrollIntoView({ block: "nearest", inline: "nearest" });

/** Tabs that are pages of their own. A page below a tab's address belongs to that tab. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const path = usePathname();
  const open = tabs.findLast(({ href }) => path === href || path.startsWith(`${href}/`));
  return (
    <nav aria-label={label} className="flex gap-4 overflow-x-auto border-b border-line sm:gap-6">
      {tabs.map(({ href, word }) => (
        <Link
          key={href}
          ref={href === open?.href ? scrollThere : null}
          href={href}
          aria-current={href === open?.href ? "page" : undefined}
          className={tabNames(href === open?.href)}
        >
          {word}
        </Link>
      ))}
    </nav>
  );
}
