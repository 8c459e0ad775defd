import type { SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import type { SignInOutcome } from "@/lib/api/client/sign-in";
import { SignInFailure } from "./sign-in-failure";
import { SsoButton } from "./sso-button";

interface PasswordStepProps {
  /** The previously typed email. */
  email: string;
  isBusy: boolean;
  outcome: SignInOutcome | undefined;
  onSend: (given: { email: string; password: string }) => void;
  onPasskey: () => void;
}

/** The first step of the sign-in: email and password. */
export function PasswordStep({ email, isBusy, outcome, onSend, onPasskey }: PasswordStepProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? "");
    onSend({ email: text("email"), password: text("password") });
  };
  return (
    <>
      <h1 className="text-large font-semibold">Sign in</h1>
      <Form onSubmit={submit} className="space-y-4">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          required
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        {outcome && <SignInFailure outcome={outcome} />}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Signing in…" : "Sign in"}
        </Button>
        <Button look="plain" disabled={isBusy} className="w-full" onClick={onPasskey}>
          Sign in with a passkey
        </Button>
        <SsoButton />
      </Form>
    </>
  );
}
