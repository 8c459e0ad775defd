"use client";

import { useState } from "react";
import { type SignInOutcome, signIn, signInWithPasskey } from "@/lib/api/client/sign-in";
import { CodeStep } from "./code-step";
import { PasswordStep } from "./password-step";

interface Given {
  email: string;
  password: string;
}

/** The sign-in: a passkey, or email and password, then the code for people with a second factor. */
export function SignInForm() {
  const [email, setEmail] = useState("");
  // Only in memory, until the second step is done or left: docs/decisions/0042-sign-in-attempts.md
  const [given, setGiven] = useState<Given>();
  const [outcome, setOutcome] = useState<SignInOutcome>();
  const [isBusy, setBusy] = useState(false);

  const send = async (credentials: Given, totp: string) => {
    setBusy(true);
    const next = await signIn({ ...credentials, totp });
    // The reloaded page redirects a signed-in person.
    if (next.kind === "done") return window.location.reload();
    setBusy(false);
    setOutcome(next);
    setEmail(credentials.email);
    // A password that the first step accepted and the second refuses was changed meanwhile.
    if (next.kind === "code-required") setGiven(credentials);
    if (next.kind === "refused") setGiven(undefined);
  };
  const sendPasskey = async () => {
    setBusy(true);
    const next = await signInWithPasskey();
    if (next.kind === "done") return window.location.reload();
    setBusy(false);
    setOutcome(next);
  };
  const goBack = (why?: SignInOutcome) => {
    setGiven(undefined);
    setOutcome(why);
  };

  if (given)
    return (
      <CodeStep
        email={given.email}
        isBusy={isBusy}
        outcome={outcome}
        onCode={(code) => send(given, code)}
        onPasskey={sendPasskey}
        onBack={goBack}
      />
    );
  return (
    <PasswordStep
      email={email}
      isBusy={isBusy}
      outcome={outcome}
      onSend={(credentials) => send(credentials, "")}
      onPasskey={sendPasskey}
    />
  );
}
