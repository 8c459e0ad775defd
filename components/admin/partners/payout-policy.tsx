"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeField } from "@/components/ui/code-field";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Facts } from "@/components/ui/facts";
import { AmountField, CheckField, TextField } from "@/components/ui/field";
import { useReader } from "@/components/ui/reader";
import { RequestForm } from "@/components/ui/request-form";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { useInlineForm } from "@/components/ui/use-inline-form";
import { toApiError } from "@/lib/api/client/api-error";
import { type ContractForm, useContractForm } from "@/lib/api/client/form/use-contract-form";
import { POLICY_LABELS, policyFacts } from "@/lib/withdrawals/policy/policy-words";
import {
  changesAllowList,
  changesOf,
  isLooser,
  LIMITS,
  type PolicyTexts,
  textsOf,
  wantedOf,
} from "./policy-texts";
import { type Partner, type PayoutPolicy, useAreTwoNeeded, usePayoutPolicy } from "./queries";

type PolicyState = ContractForm<PolicyTexts>;

interface FormProps {
  partner: Partner;
  policy: PayoutPolicy;
  onClose: () => void;
}

interface TermFieldsProps extends Pick<FormProps, "policy"> {
  /** The policy that the form was opened with. */
  opened: PayoutPolicy;
  form: PolicyState;
}

/** The fields of the terms, and of the code when the change permits more. */
function TermFields({ policy, opened, form }: TermFieldsProps) {
  const areTwoNeeded = useAreTwoNeeded();
  const wanted = wantedOf(policy, opened, form.values);
  const isMore = isLooser(policy, wanted);
  const { value: _, onChange: __, ...tick } = form.field("allowList");
  return (
    <>
      <CheckField
        label={POLICY_LABELS.allowList}
        autoFocus
        {...tick}
        checked={form.values.allowList !== ""}
        onChange={({ target }) => form.set("allowList", target.checked ? "on" : "")}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={POLICY_LABELS.waitHours}
          {...form.field("waitHours")}
          inputMode="numeric"
          autoComplete="off"
          hint="Hours, 0 to 720."
        />
        {LIMITS.map((name) => (
          <AmountField
            key={name}
            label={POLICY_LABELS[name]}
            required={false}
            {...form.field(name)}
            hint="Leave empty for no limit."
            autoComplete="off"
          />
        ))}
      </div>
      {(isMore || (areTwoNeeded && changesAllowList(policy, wanted))) && (
        <>
          <p className="text-small">
            {isMore ? "This permits more withdrawals than before." : "This changes the allow-list."}
            {areTwoNeeded && " Another administrator must confirm it within 72 hours."}
          </p>
          <CodeField {...form.field("totp")} />
        </>
      )}
    </>
  );
}

function PolicyForm({ partner, policy, onClose }: FormProps) {
  // What another administrator changes while the form is open is not set back by it.
  const [opened] = useState(policy);
  const form = useContractForm("changePayoutPolicy", {
    initial: textsOf(opened),
    input: (texts) => ({
      params: { id: partner.partnerId },
      body: { ...changesOf(opened, texts), ...(texts.totp !== "" && { totp: texts.totp }) },
    }),
    onDone: (data) => {
      toast(
        data?.request
          ? "The payout policy is pending confirmation by a second administrator"
          : `Payout policy of ${partner.name} saved`,
        { about: partner.partnerId },
      );
      onClose();
    },
  });
  return (
    <RequestForm
      form={form}
      isCompact
      className="space-y-4"
      title="The payout policy was not changed"
      action="Save"
      busy="Saving…"
      leave={
        <Button look="plain" size="compact" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <TermFields policy={policy} opened={opened} form={form} />
    </RequestForm>
  );
}

/** The rules for the withdrawals of a partner: the allow-list and the limits. */
export function PartnerPayoutPolicy({ partner }: { partner: Partner }) {
  const { data: policy, error, refetch } = usePayoutPolicy(partner.partnerId);
  const { open, close, opener } = useInlineForm<"edit">();
  const { role } = useReader();
  if (error && !policy)
    return (
      <ErrorPanel
        title="The payout policy could not be loaded"
        failure={toApiError(error)}
        onRetry={() => refetch()}
      />
    );
  if (!policy) return null;
  const { scheduled, ...terms } = policy;
  return (
    <section className="space-y-3">
      <header className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">Payout policy</h3>
        {role === "admin" && !open && (
          <Button look="plain" size="compact" {...opener("edit")}>
            Edit<span className="sr-only"> the payout policy</span>
          </Button>
        )}
      </header>
      {open ? (
        <PolicyForm partner={partner} policy={policy} onClose={close} />
      ) : (
        <Facts facts={policyFacts(terms)} />
      )}
      {scheduled && (
        <p className="text-small text-quiet">
          An owner scheduled for <Time instant={scheduled.from} isExact />:{" "}
          {scheduled.allowList ? `waiting time of ${scheduled.waitHours} h` : "allow-list off"}.
        </p>
      )}
    </section>
  );
}
