"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { type SignInOutcome, signIn } from "./sign-in";
import { SignInFailure } from "./sign-in-failure";

const textOf = (data: FormData, name: string) => String(data.get(name) ?? "");

/** E-mail and password, and a code for who has a second factor: asked for once it may be what is missing. */
export function SignInForm() {
  const [outcome, setOutcome] = useState<SignInOutcome>();
  const [isBusy, setBusy] = useState(false);
  const [asksCode, setAsksCode] = useState(false);

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setBusy(true);
    const [email, password, totp] = ["email", "password", "totp"].map((name) => textOf(data, name));
    const next = await signIn({ email: email ?? "", password: password ?? "", totp: totp ?? "" });
    // The page knows where who is signed in goes on.
    if (next.kind === "done") return window.location.reload();
    setBusy(false);
    setOutcome(next);
    if (next.kind === "refused") setAsksCode(true);
  };

  return (
    // Sent before it lives, it is the browser that sends it: not in the address.
    <Form onSubmit={onSubmit} className="space-y-4">
      <TextField label="E-mail" name="email" type="email" autoComplete="username" required />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      {asksCode ? (
        <TextField
          label="Code"
          name="totp"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          hint="Six digits from your authenticator, or a recovery code. Leave it empty if you have neither."
        />
      ) : (
        <Button look="text" size="compact" onClick={() => setAsksCode(true)}>
          I have a second factor
        </Button>
      )}
      {outcome && <SignInFailure outcome={outcome} />}
      <Button type="submit" disabled={isBusy} className="w-full">
        {isBusy ? "Signing in…" : "Sign in"}
      </Button>
    </Form>
  );
}
