"use client";

import { useState } from "react";
import { optionalAmount } from "@/components/ui/amount-text";
import { Button } from "@/components/ui/button";
import { CodeField } from "@/components/ui/code-field";
import { ErrorPanel } from "@/components/ui/error-panel";
import { Facts } from "@/components/ui/facts";
import { AmountField, CheckField, TextField } from "@/components/ui/field";
import { useReader } from "@/components/ui/reader";
import { RequestForm } from "@/components/ui/request-form";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { toApiError } from "@/lib/api/client/api-error";
import { type ContractForm, useContractForm } from "@/lib/api/client/form/use-contract-form";
import { POLICY_LABELS, policyFacts, type ShownTerms } from "@/lib/withdrawals/policy/policy-words";
import { type Partner, type PayoutPolicy, useAreTwoNeeded, usePayoutPolicy } from "./queries";

const LIMITS = ["hourLimit", "dayLimit", "addressDayLimit"] as const;
type LimitName = (typeof LIMITS)[number];
type Texts = Record<LimitName | "allowList" | "waitHours" | "totp", string>;

/** Returns the typed terms; what is not a number is NaN, which the contract refuses. */
function termsOf(texts: Texts): ShownTerms {
  const { waitHours } = texts;
  return {
    allowList: texts.allowList !== "",
    waitHours: /^\d+$/.test(waitHours.trim()) ? Number(waitHours) : Number.NaN,
    hourLimit: optionalAmount(texts.hourLimit),
    dayLimit: optionalAmount(texts.dayLimit),
    addressDayLimit: optionalAmount(texts.addressDayLimit),
  };
}

/** Returns the terms that differ from the present ones. */
function changesOf(policy: PayoutPolicy, texts: Texts): Partial<ShownTerms> {
  const changed = Object.entries(termsOf(texts)).filter(
    ([name, value]) => value !== policy[name as keyof ShownTerms],
  );
  return Object.fromEntries(changed);
}

/** Returns whether the change is about the allow-list. */
const changesAllowList = (policy: PayoutPolicy, wanted: ShownTerms) =>
  policy.allowList !== wanted.allowList || policy.waitHours !== wanted.waitHours;

/** Returns whether the change permits more than before, which needs a code. */
function isLooser(policy: PayoutPolicy, wanted: ShownTerms): boolean {
  const isRaised = (name: LimitName) => {
    const [from, to] = [policy[name], wanted[name]];
    return from !== null && (to === null || to > from);
  };
  const isOpened = policy.allowList && (!wanted.allowList || wanted.waitHours < policy.waitHours);
  return isOpened || LIMITS.some(isRaised);
}

type PolicyState = ContractForm<Texts>;

interface FormProps {
  partner: Partner;
  policy: PayoutPolicy;
  onClose: () => void;
}

function textsOf(policy: PayoutPolicy): Texts {
  const textOf = (limit: number | null) => (limit === null ? "" : String(limit));
  return {
    allowList: policy.allowList ? "on" : "",
    waitHours: String(policy.waitHours),
    hourLimit: textOf(policy.hourLimit),
    dayLimit: textOf(policy.dayLimit),
    addressDayLimit: textOf(policy.addressDayLimit),
    totp: "",
  };
}

/** The fields of the terms, and of the code when the change permits more. */
function TermFields({ policy, form }: Pick<FormProps, "policy"> & { form: PolicyState }) {
  const areTwoNeeded = useAreTwoNeeded();
  const wanted = termsOf(form.values);
  const isMore = isLooser(policy, wanted);
  const { value: _, onChange: __, ...tick } = form.field("allowList");
  return (
    <>
      <CheckField
        label={POLICY_LABELS.allowList}
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
  const form = useContractForm("changePayoutPolicy", {
    initial: textsOf(policy),
    input: (texts) => ({
      params: { id: partner.partnerId },
      body: { ...changesOf(policy, texts), ...(texts.totp !== "" && { totp: texts.totp }) },
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
      <TermFields policy={policy} form={form} />
    </RequestForm>
  );
}

/** The rules for the withdrawals of a partner: the allow-list and the limits. */
export function PartnerPayoutPolicy({ partner }: { partner: Partner }) {
  const { data: policy, error, refetch } = usePayoutPolicy(partner.partnerId);
  const [isChanging, setChanging] = useState(false);
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
        {role === "admin" && !isChanging && (
          <Button look="plain" size="compact" onClick={() => setChanging(true)}>
            Edit<span className="sr-only"> the payout policy</span>
          </Button>
        )}
      </header>
      {isChanging ? (
        <PolicyForm partner={partner} policy={policy} onClose={() => setChanging(false)} />
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
