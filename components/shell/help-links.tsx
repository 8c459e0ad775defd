"use client";

import type { MouseEvent } from "react";
import { Link } from "@/components/ui/link";
import { useReader } from "@/components/ui/reader";
import { askFor } from "./palette/ask";
import type { Shell } from "./shell";

interface HelpLinksProps extends Pick<Shell, "person" | "supportEmail"> {
  /** Closes the dialog that contains the links; a panel is closed by itself. */
  onClose?: () => void;
}

/** The pages that explain something, by area. The console's people cannot open a partner's pages. */
const PAGES = {
  dashboard: [
    ["/developers/reference", "API reference"],
    ["/status", "Service status"],
  ],
  console: [
    ["/status", "Service status"],
    ["/admin/health", "Health of the service"],
  ],
} as const;

const ENTRY =
  "flex min-h-9 w-full items-center justify-between gap-3 rounded-large px-2 text-left hover:bg-sunken pointer-coarse:min-h-11";

/** Closes the panel around a link or a button: unlike a dialog, it stays open when another page opens. */
function closePanel({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
}

/** Where to read and whom to ask, the shortcuts, and the environment. */
export function HelpLinks({ person, supportEmail, onClose }: HelpLinksProps) {
  const { isSandbox } = useReader();
  const pages = PAGES[person.partnerId === null ? "console" : "dashboard"];
  const close = (event: MouseEvent<HTMLElement>) => {
    closePanel(event);
    onClose?.();
  };
  return (
    <div className="space-y-3 text-small">
      <nav aria-label="Help" className="-mx-2">
        {pages.map(([href, name]) => (
          <Link key={href} href={href} prefetch={false} onClick={close} className={ENTRY}>
            {name}
          </Link>
        ))}
        {/* The document is no page, so the browser itself opens it. */}
        <a
          href="/api/openapi.json"
          target="_blank"
          rel="noopener"
          onClick={close}
          className={ENTRY}
        >
          OpenAPI document
        </a>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={(event) => {
            close(event);
            askFor("shortcuts");
          }}
          className={ENTRY}
        >
          Keyboard shortcuts
          <kbd className="font-mono text-quiet pointer-coarse:hidden">?</kbd>
        </button>
        {supportEmail !== undefined && (
          <a href={`mailto:${supportEmail}`} onClick={close} className={ENTRY}>
            Email support
          </a>
        )}
      </nav>
      <dl className="border-t border-line pt-3">
        <dt className="text-quiet">Environment</dt>
        <dd>{isSandbox ? "Staging: test money on test networks" : "Production"}</dd>
      </dl>
    </div>
  );
}
