"use client";

import { type ReactNode, useState } from "react";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { CheckField, TextField } from "@/components/ui/field";
import { PasswordField } from "@/components/ui/password-field";
import { RequestForm } from "@/components/ui/request-form";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { useInlineForm } from "@/components/ui/use-inline-form";
import { counted } from "@/components/ui/words";
import { toApiError } from "@/lib/api/client/api-error";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { changesOf, isLooser } from "./allow-list-changes";
import { type PayoutPolicy, usePayoutPolicy } from "./queries";

const hours = (count: number) => counted(count, "hour", "hours");

function AllowListForm({ policy, onClose }: { policy: PayoutPolicy; onClose: () => void }) {
  // What another owner changes while the form is open is not set back by it.
  const [opened] = useState(policy);
  const form = useContractForm("setAllowList", {
    initial: {
      allowList: opened.allowList ? "on" : "",
      waitHours: String(opened.waitHours),
      password: "",
    },
    input: ({ password, ...texts }) => ({
      body: { ...changesOf(opened, texts), ...(password !== "" && { password }) },
    }),
    beforeSend: (texts) => {
      const isUnchanged = Object.keys(changesOf(opened, texts)).length === 0;
      if (isUnchanged) onClose();
      return isUnchanged;
    },
    onDone: (saved) => {
      toast(saved?.scheduled ? "The change of the allow-list is scheduled" : "Allow-list saved");
      onClose();
    },
  });
  const { value: _, onChange: __, ...tick } = form.field("allowList");
  const isOn = form.values.allowList !== "";
  return (
    <RequestForm
      form={form}
      isCompact
      className="space-y-3"
      title="The allow-list was not changed"
      action="Save allow-list"
      busy="Saving…"
      leave={
        <Button look="plain" size="compact" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <CheckField
        label="Withdraw only to saved addresses"
        autoFocus
        {...tick}
        checked={isOn}
        onChange={({ target }) => form.set("allowList", target.checked ? "on" : "")}
      />
      <TextField
        label="Waiting time of a new address, in hours"
        {...form.field("waitHours")}
        inputMode="numeric"
        autoComplete="off"
        hint="0 to 720."
      />
      {isLooser(policy, changesOf(opened, form.values)) && (
        <PasswordField
          {...form.field("password")}
          hint={`Required to permit more addresses. The change takes effect after ${hours(policy.waitHours)}.`}
        />
      )}
    </RequestForm>
  );
}

function Limits({ policy: { hourLimit, dayLimit, addressDayLimit } }: { policy: PayoutPolicy }) {
  const limits = [
    ["per hour", hourLimit],
    ["per 24 hours", dayLimit],
    ["per address and 24 hours", addressDayLimit],
  ] as const;
  const shown = limits.flatMap<ReactNode>(([words, limit]) =>
    limit === null
      ? []
      : [
          <li key={words}>
            <Amount value={limit} /> {words}
          </li>,
        ],
  );
  if (shown.length === 0) return null;
  return (
    <div className="space-y-1">
      <p>Payout limits of this account, which support can change:</p>
      <ul className="list-disc pl-5">{shown}</ul>
    </div>
  );
}

function Standing({ policy }: { policy: PayoutPolicy }) {
  const { allowList, waitHours, scheduled } = policy;
  return (
    <>
      <p>
        {allowList
          ? `On: withdrawals go only to saved addresses, ${hours(waitHours)} after they were saved.`
          : "Off: withdrawals can go to any address."}
      </p>
      {scheduled && (
        <p>
          From <Time instant={scheduled.from} isExact />:{" "}
          {scheduled.allowList ? `waiting time of ${hours(scheduled.waitHours)}.` : "off."}
        </p>
      )}
      <Limits policy={policy} />
    </>
  );
}

/** Cancels a scheduled change: nothing else is changed. */
function KeepPresent() {
  const form = useContractForm("setAllowList", {
    initial: {},
    input: () => ({ body: {} }),
    onDone: () => toast("The scheduled change was cancelled"),
  });
  return (
    <RequestForm
      form={form}
      isCompact
      isPlain
      title="The change was not cancelled"
      action="Cancel the scheduled change"
      busy="Cancelling…"
    >
      {null}
    </RequestForm>
  );
}

/** Whether withdrawals go only to saved addresses, and the account's payout limits. */
export function AllowList({ mayChange }: { mayChange: boolean }) {
  const { data: policy, error, refetch } = usePayoutPolicy();
  const { open, close, opener } = useInlineForm<"change">();
  if (!policy)
    return error ? (
      <ErrorPanel
        title="The allow-list could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    ) : null;
  return (
    <section
      aria-labelledby="allow-list"
      className="space-y-2 border-t border-line pt-4 text-small"
    >
      <header className="flex items-center justify-between gap-2">
        <h3 id="allow-list" className="font-semibold">
          Allow-list
        </h3>
        {mayChange && !open && (
          <Button look="plain" size="compact" {...opener("change")}>
            Change<span className="sr-only"> the allow-list</span>
          </Button>
        )}
      </header>
      <Standing policy={policy} />
      {mayChange && policy.scheduled && !open && <KeepPresent />}
      {open && <AllowListForm policy={policy} onClose={close} />}
    </section>
  );
}
