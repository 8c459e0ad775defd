"use client";

import { usePathname } from "next/navigation";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { AccountFacts } from "./account-facts";
import { HelpLinks } from "./help-links";
import { isOpen } from "./pages";
import { PaletteButton } from "./palette/palette-button";
import type { Shell } from "./shell";

interface MorePagesProps extends Shell {
  onClose: () => void;
}

/** The pages that do not fit into the bar of a phone, the search, and the account. */
export function MorePages({ title, pages, person, supportEmail, onClose }: MorePagesProps) {
  const path = usePathname();
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="pb-3">
        <PaletteButton onAsk={onClose} />
      </div>
      {pages.length > 0 && (
        <ul className="mb-4 border-b border-line pb-4">
          {pages.map((page) => (
            <li key={page.href}>
              <Link
                href={page.href}
                aria-current={isOpen(page, path) ? "page" : undefined}
                onClick={onClose}
                className="flex min-h-11 items-center gap-3 aria-[current]:font-semibold aria-[current]:text-accent"
              >
                <Icon name={page.icon} />
                {page.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className="mb-4 border-b border-line pb-4">
        <HelpLinks person={person} supportEmail={supportEmail} onClose={onClose} />
      </div>
      <AccountFacts person={person} />
    </Dialog>
  );
}
