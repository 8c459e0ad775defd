"use client";

import { Icon } from "@/components/ui/icon";
import { useLate } from "@/components/ui/use-late";
import type { Reader } from "./shell";
import { SidePanel } from "./side-panel";

const loadFacts = () => import("./account-facts").then(({ AccountFacts }) => AccountFacts);

/** The account behind a button of the sidebar. */
export function Account({ person }: { person: Reader }) {
  const AccountFacts = useLate(loadFacts);
  return (
    <SidePanel
      face={
        <>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium text-text">{person.name}</span>
            <span className="block truncate">{person.email}</span>
          </span>
          <Icon name="more" />
          <span className="sr-only">Account</span>
        </>
      }
    >
      {AccountFacts && <AccountFacts person={person} />}
    </SidePanel>
  );
}
