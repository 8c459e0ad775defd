"use client";

import { usePathname } from "next/navigation";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { Account } from "./account";
import { Help } from "./help";
import { isOpen } from "./pages";
import { PaletteButton } from "./palette/palette-button";
import type { Shell } from "./shell";
import { ShellName } from "./shell-name";

/** The navigation on wide screens. */
export function Sidebar({ title, company, pages, person, supportEmail }: Shell) {
  const path = usePathname();
  return (
    <aside aria-label="Account" className="shrink-0 border-r border-line max-lg:hidden">
      <div className="sticky top-(--bar-height) flex h-[calc(100dvh-var(--bar-height)-var(--note-height))] w-[220px] flex-col px-3 py-4">
        <div className="px-2 pb-4">
          <ShellName title={title} company={company} />
        </div>
        <div className="pb-3">
          <PaletteButton />
        </div>
        <nav aria-label="Pages" className="flex-1 overflow-y-auto">
          <ul className="space-y-0.5">
            {pages.map((page) => (
              <li key={page.href}>
                <Link
                  href={page.href}
                  aria-current={isOpen(page, path) ? "page" : undefined}
                  className={classNames(
                    "flex min-h-9 items-center gap-3 rounded-large px-2 text-small transition-colors",
                    isOpen(page, path)
                      ? "bg-accent-faint font-semibold text-accent"
                      : "text-quiet hover:bg-sunken hover:text-text",
                  )}
                >
                  <Icon name={page.icon} />
                  {page.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Help person={person} supportEmail={supportEmail} />
        <Account person={person} />
      </div>
    </aside>
  );
}
