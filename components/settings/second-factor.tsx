"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeLine } from "@/components/ui/code-line";
import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { RecoveryCodes } from "@/components/ui/recovery-codes";
import { ScanOrCopy } from "@/components/ui/scan-or-copy";
import { Skeleton } from "@/components/ui/skeleton";
import { StateWord } from "@/components/ui/state-word";
import { toast } from "@/components/ui/toaster";
import { counted } from "@/components/ui/words";
import { toApiError } from "@/lib/api/client/api-error";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import type { ApiData } from "@/lib/api/client/types";
import { useSubmission } from "@/lib/api/client/use-submission";
import { FormFailure } from "./form-failure";
import { useAccount } from "./queries";

const submittedText = (event: SubmitEvent<HTMLFormElement>, name: string) => {
  event.preventDefault();
  return String(new FormData(event.currentTarget).get(name) ?? "");
};

/** Codes that say which field was wrong. */
const WRONG_FIELDS: Partial<Record<string, string>> = {
  PASSWORD_INVALID: "password",
  SECOND_FACTOR_INVALID: "code",
};

type Started = ApiData<"startSecondFactor">;

function Confirm({ started, onDone }: { started: Started; onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const { submit, isBusy, failure } = useSubmission("confirmSecondFactor", {
    onDone: (data) => {
      toast("From now on signing in asks for a code, and your other sessions were ended");
      if (data) setCodes(data.recoveryCodes);
      else onDone();
    },
  });
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  const errors = failure ? fieldSentences(failure.fields) : {};
  return (
    <Form
      noValidate
      onSubmit={(event) => submit({ body: { totp: submittedText(event, "totp") } })}
      className="max-w-xl space-y-3"
    >
      <p className="text-small">
        Scan this with your authenticator, or{" "}
        <a href={started.otpauthUrl} className="text-accent underline underline-offset-4">
          open it on this device
        </a>
        ; then enter the code that it shows.
      </p>
      <ScanOrCopy text={started.otpauthUrl} label="the link for authenticators" />
      <p className="text-small">Or type this secret in:</p>
      <CodeLine text={started.secret} label="the secret" />
      <TextField
        label="Code"
        name="totp"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errors.totp}
      />
      <FormFailure
        title="The code was not taken"
        unknown="It may be on, with recovery codes that you were not shown: load the page again, and set it up anew if it is."
        failure={failure}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="compact" disabled={isBusy}>
          {isBusy ? "Checking…" : "Switch it on"}
        </Button>
        <Button look="plain" size="compact" onClick={onDone}>
          Not now
        </Button>
      </div>
    </Form>
  );
}

interface ChangeProps {
  account: ApiData<"getAccount">;
  onStarted: (started: Started | undefined) => void;
}

/** Asks for what confirms that it may be set up, set up anew or switched off. */
function Change({ account, onStarted }: ChangeProps) {
  const start = useSubmission("startSecondFactor", { onDone: onStarted });
  const remove = useSubmission("removeSecondFactor", {
    onDone: () => toast("Signing in asks for no code any more"),
  });
  const isOperator = account.partnerId === undefined;
  const isRemoving = account.hasSecondFactor && !isOperator;
  const { submit, isBusy, failure } = isRemoving ? remove : start;
  const wrong = failure && WRONG_FIELDS[failure.code];
  const errors: Record<string, string> = failure ? fieldSentences(failure.fields) : {};
  if (wrong) errors[wrong] = failure.text;
  return (
    <Form
      noValidate
      onSubmit={(event) => {
        const password = submittedText(event, "password");
        const code = account.hasSecondFactor ? { code: submittedText(event, "code") } : {};
        submit({ body: { password, ...code } });
      }}
      className="max-w-md space-y-3"
    >
      <p className="text-small">
        <StateWord
          state={account.hasSecondFactor ? "settled" : undefined}
          word={account.hasSecondFactor ? "On" : "Off"}
        />
        {account.hasSecondFactor &&
          `, ${counted(account.recoveryCodesLeft, "recovery code", "recovery codes")} left`}
      </p>
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        error={errors.password}
        hint={
          isRemoving
            ? "Asked for again before it is switched off."
            : "Asked for again before it is set up, with recovery codes of its own."
        }
      />
      {account.hasSecondFactor && (
        <TextField
          label="Current code or a recovery code"
          name="code"
          autoComplete="one-time-code"
          maxLength={20}
          error={errors.code}
          hint="A recovery code is used up by it, unless it signed you in."
        />
      )}
      {!wrong && (
        <FormFailure
          title="It was not changed"
          unknown="It may have been: load the page again to see."
          failure={failure}
        />
      )}
      <Button type="submit" look="plain" size="compact" disabled={isBusy}>
        {isRemoving ? "Switch it off" : account.hasSecondFactor ? "Set it up anew" : "Set it up"}
      </Button>
    </Form>
  );
}

/** A code from an authenticator at each sign-in: on, off, or being set up. */
export function SecondFactor() {
  const { data: account, error, refetch } = useAccount();
  const [started, setStarted] = useState<Started>();
  if (!account)
    return error ? (
      <ErrorPanel
        title="Whether it is on could not be read"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    ) : (
      <Skeleton className="h-20 max-w-md" />
    );
  if (started) return <Confirm started={started} onDone={() => setStarted(undefined)} />;
  return <Change account={account} onStarted={setStarted} />;
}
