import type { ReactNode } from "react";
import { Toaster } from "@/components/ui/toaster";
import { BottomBar } from "./bottom-bar";
import { Sidebar } from "./sidebar";

interface FrameProps {
  partnerName: string;
  person: { name: string; email: string; role: string };
  isSandbox: boolean;
  children: ReactNode;
}

/** What stands around every page of the dashboard. */
export function Frame({ partnerName, person, isSandbox, children }: FrameProps) {
  return (
    <>
      <a
        href="#content"
        className="sr-only rounded-large bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        Skip to the content
      </a>
      {isSandbox && (
        <header className="border-b border-line bg-waiting-faint px-4 py-0.5 text-center text-small text-waiting">
          <strong className="font-semibold">Staging.</strong> Test money and test chains.
        </header>
      )}
      <div className="flex">
        <Sidebar partnerName={partnerName} person={person} />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto min-w-0 max-w-[1200px] flex-1 px-4 pt-5 pb-24 outline-none sm:px-8 sm:pt-7"
        >
          {children}
        </main>
      </div>
      <BottomBar partnerName={partnerName} person={person} />
      <Toaster />
    </>
  );
}
