"use client";

import { useId } from "react";
import { Icon } from "@/components/ui/icon";
import { useLate } from "@/components/ui/use-late";
import type { Reader } from "./shell";

const loadFacts = () => import("./account-facts").then(({ AccountFacts }) => AccountFacts);

/** The account panel behind a button; the browser closes it on Escape and on a click outside. */
export function Account({ person }: { person: Reader }) {
  const panelId = useId();
  const AccountFacts = useLate(loadFacts);
  return (
    <div className="relative">
      <button
        type="button"
        popoverTarget={panelId}
        className="flex min-h-11 w-full items-center gap-2 rounded-large px-2 text-left text-small hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{person.name}</span>
          <span className="block truncate text-quiet">{person.email}</span>
        </span>
        <span className="text-quiet">
          <Icon name="more" />
        </span>
        <span className="sr-only">Account</span>
      </button>
      <div
        id={panelId}
        popover="auto"
        className="fixed inset-auto bottom-20 left-3 m-0 w-64 rounded-large border border-line-strong bg-surface p-4 text-text"
      >
        {AccountFacts && <AccountFacts person={person} />}
      </div>
    </div>
  );
}
