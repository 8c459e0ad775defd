"use client";

import { useId } from "react";
import { Icon } from "@/components/ui/icon";
import { capitalised } from "@/components/ui/words";
import { KeysSwitch } from "./keys-switch";
import type { Reader } from "./shell";
import { SignOut } from "./sign-out";
import { ThemeSwitch } from "./theme-switch";

/** The signed-in person, the settings of display and shortcuts, and the sign-out. */
export function AccountFacts({ person }: { person: Reader }) {
  return (
    <div className="space-y-4 text-small">
      <div>
        <p className="font-medium break-words">{person.name}</p>
        <p className="break-all text-quiet">{person.email}</p>
        <p className="text-quiet">{capitalised(person.role)}</p>
      </div>
      <ThemeSwitch />
      <KeysSwitch />
      <SignOut size="compact" />
    </div>
  );
}

/** The account panel behind a button; the browser closes it on Escape and on a click outside. */
export function Account({ person }: { person: Reader }) {
  const panelId = useId();
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
        <AccountFacts person={person} />
      </div>
    </div>
  );
}
