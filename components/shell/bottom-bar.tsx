"use client";

import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { isOpen, PAGES_IN_BAR } from "./pages";
import type { Shell } from "./shell";

// Loaded after the page, before the first use, and never rendered by the server.
const loadMore = () => import("./more-pages").then(({ MorePages }) => MorePages);
const MorePages = dynamic(loadMore, { ssr: false });

const SLOT = "flex min-h-14 flex-1 flex-col items-center justify-center gap-0.5 text-[0.6875rem]";

/** The navigation on small screens; pages that do not fit are behind the last button. */
export function BottomBar({ title, pages, person, supportEmail }: Shell) {
  const path = usePathname();
  const [isMoreOpen, setMoreOpen] = useState(false);
  useEffect(() => void loadMore(), []);
  const others = pages.slice(PAGES_IN_BAR);
  const isOtherOpen = others.some((page) => isOpen(page, path));
  return (
    <>
      <nav
        aria-label="Pages"
        className="fixed inset-x-0 bottom-0 z-20 flex border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
      >
        {pages.slice(0, PAGES_IN_BAR).map((page) => (
          <Link
            key={page.href}
            href={page.href}
            aria-current={isOpen(page, path) ? "page" : undefined}
            className={classNames(
              SLOT,
              isOpen(page, path) ? "font-semibold text-accent" : "text-quiet",
            )}
          >
            <Icon name={page.icon} size={20} />
            {page.name}
          </Link>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setMoreOpen(true)}
          className={classNames(SLOT, isOtherOpen ? "font-semibold text-accent" : "text-quiet")}
        >
          <Icon name="more" size={20} />
          More
        </button>
      </nav>
      {isMoreOpen && (
        <MorePages
          title={title}
          pages={others}
          person={person}
          supportEmail={supportEmail}
          onClose={() => setMoreOpen(false)}
        />
      )}
    </>
  );
}
