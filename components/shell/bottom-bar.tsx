"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { AccountFacts, type AccountProps } from "./account";
import { isOpen, PAGES, PAGES_IN_BAR } from "./pages";

const SLOT = "flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-[0.6875rem]";

/** The way between pages on a phone; what does not fit into it is behind the last button. */
export function BottomBar({ partnerName, person }: AccountProps) {
  const path = usePathname();
  const [isMoreOpen, setMoreOpen] = useState(false);
  const others = PAGES.slice(PAGES_IN_BAR);
  return (
    <>
      <nav
        aria-label="Pages"
        className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] sm:hidden"
      >
        {PAGES.slice(0, PAGES_IN_BAR).map(({ href, name, icon }) => (
          <Link
            key={href}
            href={href}
            aria-current={isOpen(href, path) ? "page" : undefined}
            className={classNames(
              SLOT,
              isOpen(href, path) ? "font-semibold text-accent" : "text-quiet",
            )}
          >
            <Icon name={icon} size={20} />
            {name}
          </Link>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setMoreOpen(true)}
          className={classNames(SLOT, "text-quiet")}
        >
          <Icon name="more" size={20} />
          More
        </button>
      </nav>
      {isMoreOpen && (
        <Dialog title={partnerName} onClose={() => setMoreOpen(false)}>
          {others.length > 0 && (
            <ul className="mb-4 border-b border-line pb-4">
              {others.map(({ href, name, icon }) => (
                <li key={href}>
                  <Link
                    href={href}
                    onClick={() => setMoreOpen(false)}
                    className="flex min-h-11 items-center gap-3"
                  >
                    <Icon name={icon} />
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <AccountFacts person={person} />
        </Dialog>
      )}
    </>
  );
}
