import { useState } from "react";
import { Button } from "@/components/ui/button";
import { type SignInOutcome, startSingleSignOn } from "@/lib/api/client/sign-in";
import { SignInFailure } from "./sign-in-failure";

/**
 * Continues at the identity provider of the email's domain. It is shown for every email: what follows depends on the domain
 * alone, and does not show which people exist.
 */
export function SsoButton() {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<SignInOutcome>();
  const go = async (form: HTMLFormElement | null) => {
    const email = form?.elements.namedItem("email");
    if (!(email instanceof HTMLInputElement) || !email.reportValidity()) return;
    setBusy(true);
    setOutcome(undefined);
    const next = await startSingleSignOn(email.value);
    if (next.kind === "go") return window.location.assign(next.url);
    setBusy(false);
    setOutcome(next);
  };
  return (
    <>
      {outcome && <SignInFailure outcome={outcome} />}
      <Button
        look="plain"
        disabled={isBusy}
        className="w-full"
        onClick={({ currentTarget }) => go(currentTarget.form)}
      >
        {isBusy ? "Continuing…" : "Continue with single sign-on"}
      </Button>
    </>
  );
}
