"use client";

import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import { useLate } from "@/components/ui/use-late";
import { accountHref, type Reader } from "./shell";
import { LINE, SidePanel } from "./side-panel";

const loadFacts = () => import("./account-facts").then(({ AccountFacts }) => AccountFacts);

/** The signed-in person in the sidebar: the name opens the own account, and the button beside it a panel. */
export function Account({ person }: { person: Reader }) {
  const AccountFacts = useLate(loadFacts);
  return (
    <SidePanel
      beside={
        <Link href={accountHref(person)} className={classNames(LINE, "min-w-0 flex-1")}>
          <span className="min-w-0">
            <span className="block truncate font-medium text-text">{person.name}</span>
            <span className="block truncate">{person.email}</span>
          </span>
        </Link>
      }
      face={
        <>
          <Icon name="more" />
          <span className="sr-only">Account menu</span>
        </>
      }
    >
      {AccountFacts && <AccountFacts person={person} />}
    </SidePanel>
  );
}
