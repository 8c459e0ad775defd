"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { Account, type AccountProps } from "./account";
import { isOpen, PAGES } from "./pages";

/** The way between pages where there is room for it. */
export function Sidebar({ partnerName, person }: AccountProps) {
  const path = usePathname();
  return (
    <aside aria-label="Account" className="shrink-0 border-r border-line max-sm:hidden">
      <div className="sticky top-0 flex h-[calc(100dvh-1.5625rem)] w-[220px] flex-col px-3 py-4">
        <p className="truncate px-2 pb-4 font-semibold" title={partnerName}>
          {partnerName}
        </p>
        <nav aria-label="Pages" className="flex-1 overflow-y-auto">
          <ul className="space-y-0.5">
            {PAGES.map(({ href, name, icon }) => (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={isOpen(href, path) ? "page" : undefined}
                  className={classNames(
                    "flex min-h-9 items-center gap-3 rounded-large px-2 text-small transition-colors",
                    isOpen(href, path)
                      ? "bg-accent-faint font-semibold text-accent"
                      : "text-quiet hover:bg-sunken hover:text-text",
                  )}
                >
                  <Icon name={icon} />
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Account partnerName={partnerName} person={person} />
      </div>
    </aside>
  );
}
