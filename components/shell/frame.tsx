import type { ReactNode } from "react";
import { BottomBar } from "./bottom-bar";
import { PaletteKeys } from "./palette/palette-keys";
import type { Area } from "./palette/sources";
import { SendingNotices } from "./sending-notices";
import type { Shell } from "./shell";
import { ShellName } from "./shell-name";
import { Sidebar } from "./sidebar";

interface FrameProps extends Shell {
  /** The content above every page. */
  header: ReactNode;
  /** The area that the palette searches. */
  area: Area;
  children: ReactNode;
}

/** The layout of every page. */
export function Frame({
  title,
  company,
  pages,
  person,
  supportEmail,
  header,
  area,
  children,
}: FrameProps) {
  return (
    <>
      <a
        href="#content"
        className="sr-only rounded-large bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to content
      </a>
      {header}
      {company && (
        <aside aria-label="Company" className="border-b border-line px-4 py-2 sm:px-8 lg:hidden">
          <ShellName title={title} company={company} />
        </aside>
      )}
      <div className="flex">
        <Sidebar
          title={title}
          company={company}
          pages={pages}
          person={person}
          supportEmail={supportEmail}
        />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto min-w-0 max-w-[1200px] flex-1 px-4 pt-5 pb-24 outline-none sm:px-8 sm:pt-7"
        >
          {children}
        </main>
      </div>
      <BottomBar title={title} pages={pages} person={person} supportEmail={supportEmail} />
      <PaletteKeys
        owner={`${person.personId} ${person.partnerId}`}
        area={area}
        pages={pages}
        role={person.role}
      />
      <SendingNotices />
    </>
  );
}
