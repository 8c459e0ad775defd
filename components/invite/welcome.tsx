import { useState } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { RecoveryCodes } from "@/components/ui/recovery-codes";
import { Statement } from "@/components/ui/statement";

interface WelcomeProps {
  /** The name of the company that the person joined. */
  name: string;
  email: string;
  /** Shown first, and only once. */
  recoveryCodes: readonly string[] | undefined;
  /** Whether the person was signed in automatically. */
  isSignedIn: boolean;
}

/** Shown after an invitation was accepted. */
export function Welcome({ name, email, recoveryCodes, isSignedIn }: WelcomeProps) {
  const [areKept, setKept] = useState(recoveryCodes === undefined);
  if (recoveryCodes && !areKept)
    return (
      <div className="space-y-4 pt-[5vh]">
        <h1 className="text-large font-semibold">Your recovery codes</h1>
        <RecoveryCodes
          codes={recoveryCodes}
          account={email}
          onDone={() => (isSignedIn ? window.location.assign("/admin") : setKept(true))}
        />
      </div>
    );
  return (
    <Statement
      state="settled"
      title={`Welcome to ${name}`}
      actions={<ButtonLink href="/sign-in">Sign in</ButtonLink>}
    >
      <p className="text-quiet">Sign in with {email} and your new password.</p>
    </Statement>
  );
}
