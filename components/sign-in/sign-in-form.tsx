"use client";

import { useState } from "react";
import { type SignInOutcome, signIn } from "@/lib/api/client/sign-in";
import { CodeStep } from "./code-step";
import { PasswordStep } from "./password-step";

interface Given {
  email: string;
  password: string;
}

/** Email and password first, then the code, for people who have a second factor. */
export function SignInForm() {
  const [email, setEmail] = useState("");
  // In memory alone, from the first step until the second one is done or left: docs/decisions/0042-sign-in-attempts.md
  const [given, setGiven] = useState<Given>();
  const [outcome, setOutcome] = useState<SignInOutcome>();
  const [isBusy, setBusy] = useState(false);

  const send = async (credentials: Given, totp: string) => {
    setBusy(true);
    const next = await signIn({ ...credentials, totp });
    // The page knows where a signed-in person goes on.
    if (next.kind === "done") return window.location.reload();
    setBusy(false);
    setOutcome(next);
    setEmail(credentials.email);
    // A password that was right in the first step and is not any more was changed meanwhile.
    if (next.kind === "code-required") setGiven(credentials);
    if (next.kind === "refused") setGiven(undefined);
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
        onBack={goBack}
      />
    );
  return (
    <PasswordStep
      email={email}
      isBusy={isBusy}
      outcome={outcome}
      onSend={(credentials) => send(credentials, "")}
    />
  );
}
