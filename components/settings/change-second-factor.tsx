"use client";

import { TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { StateWord } from "@/components/ui/state-word";
import { toast } from "@/components/ui/toaster";
import { counted } from "@/components/ui/words";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { ApiData } from "@/lib/api/client/types";

interface ChangeSecondFactorProps {
  account: ApiData<"getAccount">;
  /** The form takes the place of a setup that had the focus. */
  takesFocus: boolean;
  onStarted: (started: ApiData<"startSecondFactor"> | undefined) => void;
}

/** So few codes need attention: a lost phone would use up the rest. */
const FEW_CODES = 2;

function CodesLeft({ count }: { count: number }) {
  const word = `${counted(count, "recovery code", "recovery codes")} left`;
  return count <= FEW_CODES ? <StateWord state="attention" word={word} /> : <span>{word}</span>;
}

const INITIAL = { password: "", code: "" };

/** The step-up authentication before the second factor is set up, replaced or removed. */
export function ChangeSecondFactor({ account, takesFocus, onStarted }: ChangeSecondFactorProps) {
  const { hasSecondFactor, partnerId, recoveryCodesLeft } = account;
  const fields = {
    initial: INITIAL,
    input: ({ password, code }: typeof INITIAL) => ({
      body: { password, ...(hasSecondFactor && { code }) },
    }),
    names: { SECOND_FACTOR_INVALID: "code" },
  };
  const start = useContractForm("startSecondFactor", {
    ...fields,
    onDone: onStarted,
  });
  const remove = useContractForm("removeSecondFactor", {
    ...fields,
    onDone: () => toast("2FA is off"),
  });
  // An operator cannot be without a second factor.
  const isRemoving = hasSecondFactor && partnerId !== undefined;
  const form = isRemoving ? remove : start;
  const action = isRemoving ? "Turn off" : hasSecondFactor ? "Set up again" : "Set up 2FA";
  return (
    <RequestForm
      form={form}
      isCompact
      isPlain
      className="max-w-md space-y-3"
      title="2FA was not changed"
      undone="No changes were made."
      action={action}
      busy={action}
    >
      <p className="flex flex-wrap items-center gap-x-3 text-small">
        <StateWord
          state={hasSecondFactor ? "settled" : undefined}
          word={hasSecondFactor ? "On" : "Off"}
        />
        {hasSecondFactor && <CodesLeft count={recoveryCodesLeft} />}
      </p>
      {hasSecondFactor && recoveryCodesLeft <= FEW_CODES && (
        <p className="text-small text-quiet">
          Without a recovery code you cannot sign in when you lose your authenticator app. Set up
          2FA again to get new codes.
        </p>
      )}
      <TextField
        label="Password"
        autoFocus={takesFocus}
        type="password"
        autoComplete="current-password"
        {...form.field("password")}
        hint={
          isRemoving
            ? "Required to turn off 2FA."
            : "Required to set up 2FA. You’ll get new recovery codes."
        }
      />
      {hasSecondFactor && (
        <TextField
          label="Current code or a recovery code"
          autoComplete="one-time-code"
          maxLength={20}
          {...form.field("code")}
          hint="A recovery code can be used once."
        />
      )}
    </RequestForm>
  );
}
