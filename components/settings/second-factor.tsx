"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeLine } from "@/components/ui/code-line";
import { TextField } from "@/components/ui/field";
import { StateWord } from "@/components/ui/state-word";
import { toast } from "@/components/ui/toaster";
import { useSubmission } from "@/lib/fetch/use-submission";
import { FormFailure } from "./form-failure";
import { useAccount } from "./queries";

const submittedText = (event: SubmitEvent<HTMLFormElement>, name: string) => {
  event.preventDefault();
  return String(new FormData(event.currentTarget).get(name) ?? "");
};

function Confirm({ secret, onDone }: { secret: string; onDone: () => void }) {
  const { submit, isBusy, failure } = useSubmission("confirmSecondFactor", {
    onDone: () => {
      toast("From now on signing in asks for a code");
      onDone();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => submit({ body: { totp: submittedText(event, "totp") } })}
      className="max-w-md space-y-3"
    >
      <p className="text-small">Add this secret to your authenticator, then enter its code.</p>
      <CodeLine text={secret} label="the secret" />
      <TextField label="Code" name="totp" inputMode="numeric" autoComplete="one-time-code" />
      <FormFailure title="The code was not taken" failure={failure} />
      <Button type="submit" size="compact" disabled={isBusy}>
        {isBusy ? "Checking…" : "Switch it on"}
      </Button>
    </form>
  );
}

/** A code from an authenticator at each sign-in: on, off, or being set up. */
export function SecondFactor() {
  const account = useAccount().data;
  const [secret, setSecret] = useState<string>();
  const start = useSubmission("startSecondFactor", { onDone: (data) => setSecret(data?.secret) });
  const remove = useSubmission("removeSecondFactor", {
    onDone: () => toast("Signing in asks for no code any more"),
  });
  if (!account) return null;
  if (secret) return <Confirm secret={secret} onDone={() => setSecret(undefined)} />;
  const { submit, isBusy, failure } = account.hasSecondFactor ? remove : start;
  return (
    <form
      noValidate
      onSubmit={(event) => submit({ body: { password: submittedText(event, "password") } })}
      className="max-w-md space-y-3"
    >
      <p className="text-small">
        <StateWord
          state={account.hasSecondFactor ? "settled" : undefined}
          word={account.hasSecondFactor ? "On" : "Off"}
        />
      </p>
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        hint="Asked for again before it is changed."
      />
      <FormFailure title="It was not changed" failure={failure} />
      <Button type="submit" look="plain" size="compact" disabled={isBusy}>
        {account.hasSecondFactor ? "Switch it off" : "Set it up"}
      </Button>
    </form>
  );
}
