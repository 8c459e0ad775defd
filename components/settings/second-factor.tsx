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

/** The field that each error code concerns. */
const WRONG_FIELDS: Partial<Record<string, string>> = {
  PASSWORD_INVALID: "password",
  SECOND_FACTOR_INVALID: "code",
};

type Started = ApiData<"startSecondFactor">;

function Confirm({ started, onDone }: { started: Started; onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>();
  const { submit, isBusy, failure } = useSubmission("confirmSecondFactor", {
    onDone: (data) => {
      toast("2FA is on. Your other sessions were signed out");
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
        Scan the QR code with your authenticator app, or{" "}
        <a href={started.otpauthUrl} className="text-accent underline underline-offset-4">
          open it on this device
        </a>
        . Then enter the code that the app shows.
      </p>
      <ScanOrCopy text={started.otpauthUrl} label="the setup link" />
      <p className="text-small">Or enter this setup key:</p>
      <CodeLine text={started.secret} label="the setup key" />
      <TextField
        label="6-digit code"
        name="totp"
        inputMode="numeric"
        autoComplete="one-time-code"
        error={errors.totp}
      />
      <FormFailure
        title="Incorrect code"
        remedy="Reload the page. If 2FA is on, set it up again to see recovery codes."
        failure={failure}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="compact" disabled={isBusy}>
          {isBusy ? "Checking…" : "Turn on"}
        </Button>
        <Button look="plain" size="compact" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

interface ChangeProps {
  account: ApiData<"getAccount">;
  onStarted: (started: Started | undefined) => void;
}

/** The step-up authentication before the second factor is set up, replaced or removed. */
function Change({ account, onStarted }: ChangeProps) {
  const start = useSubmission("startSecondFactor", { onDone: onStarted });
  const remove = useSubmission("removeSecondFactor", {
    onDone: () => toast("2FA is off"),
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
            ? "Required to turn off 2FA."
            : "Required to set up 2FA. You’ll get new recovery codes."
        }
      />
      {account.hasSecondFactor && (
        <TextField
          label="Current code or a recovery code"
          name="code"
          autoComplete="one-time-code"
          maxLength={20}
          error={errors.code}
          hint="A recovery code can be used once."
        />
      )}
      {!wrong && <FormFailure title="2FA was not changed" failure={failure} />}
      <Button type="submit" look="plain" size="compact" disabled={isBusy}>
        {isRemoving ? "Turn off" : account.hasSecondFactor ? "Set up again" : "Set up 2FA"}
      </Button>
    </Form>
  );
}

/** The setting of the second factor: on, off, or being set up. */
export function SecondFactor() {
  const { data: account, error, refetch } = useAccount();
  const [started, setStarted] = useState<Started>();
  if (!account)
    return error ? (
      <ErrorPanel
        title="The 2FA status could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    ) : (
      <Skeleton className="h-20 max-w-md" />
    );
  if (started) return <Confirm started={started} onDone={() => setStarted(undefined)} />;
  return <Change account={account} onStarted={setStarted} />;
}
