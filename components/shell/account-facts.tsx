"use client";

import { Link } from "@/components/ui/link";
import { capitalised } from "@/components/ui/words";
import { KeysSwitch } from "./keys-switch";
import { accountHref, type Reader } from "./shell";
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
      <Link
        href={accountHref(person)}
        className="inline-flex min-h-9 items-center text-accent underline underline-offset-4 pointer-coarse:min-h-11"
      >
        Password, 2FA and sessions
      </Link>
      <ThemeSwitch />
      <KeysSwitch />
      <SignOut size="compact" />
    </div>
  );
}
