"use client";

import { useMemo, useState } from "react";
import type { ApiData, ApiInput } from "../types";
import { useSubmission } from "../use-submission";
import { contractErrors, type FormId, preloadContract } from "./contract-errors";
import type { DraftPlace } from "./drafts";
import { byField, type FieldNames, refusedFields } from "./refused-fields";
import { type FormDraft, useKeptDraft, useStart } from "./use-draft";
import { type FieldTexts, useFields } from "./use-fields";

/** The error of an empty code; the contract's names no digits, because a recovery code has other characters. */
const CODE_MISSING = "Enter your 6-digit code.";

type DraftBody<Body> = Body extends object ? { [Name in keyof Body]?: unknown } : Body;
/** An input whose body has the right names, and values that were not validated yet. */
export type Draft<Input> = {
  [Part in keyof Input]: Part extends "body" ? DraftBody<Input[Part]> : Input[Part];
};

export interface ContractFormOptions<Id extends FormId, V extends object> {
  /** The initial value of each field. */
  initial: V;
  /** Makes the request from the fields. */
  input: (values: V) => Draft<ApiInput<Id>>;
  /** Rules of the form beyond the contract, and texts that replace the contract's. A draft may have other rules. */
  check?: (values: V, isRestored: boolean) => FieldTexts;
  /** The fields of properties and error codes that are named differently. */
  names?: FieldNames;
  /** The endpoint only reads, although it is sent with a body. */
  isRead?: boolean;
  /** Where the values are kept when the form is closed. Only for forms that the server does not render. */
  draft?: DraftPlace;
  /** Called with valid values before they are sent. Returns true if they must not be sent now. */
  beforeSend?: (values: V) => boolean;
  onDone: (data: ApiData<Id> | undefined) => Promise<void> | void;
}

export type ContractForm<V extends object> = ReturnType<typeof useContractForm<FormId, V>>;

/**
 * A form that sends one request: its fields follow the rules of the endpoint's contract, and errors of the service are
 * shown at the field that they name. Render it with `RequestForm`.
 */
export function useContractForm<Id extends FormId, V extends object>(
  id: Id,
  options: ContractFormOptions<Id, V>,
) {
  const { initial, input, check, names, isRead = false, onDone } = options;
  /** The values of the last request that succeeded. */
  const [done, setDone] = useState<string>();
  const { submit, reset, isBusy, failure } = useSubmission(id, {
    onDone: (data) => {
      setDone(JSON.stringify(form.values));
      return onDone(data);
    },
    isRead,
  });
  const { start, isRestored } = useStart(options.draft, initial);
  const [isDiscarded, setDiscarded] = useState(false);
  const fields = Object.keys(initial);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of a form's fields do not change
  const refused = useMemo(() => refusedFields(failure, fields, names), [failure]);
  const form = useFields({
    initial: start,
    refused,
    check: async (values) => {
      const texts = byField(await contractErrors(id, input(values).body), fields, names);
      const { totp }: { totp?: unknown } = values;
      if (texts.totp !== undefined && totp === "") texts.totp = CODE_MISSING;
      return { ...texts, ...check?.(values, isRestored && !isDiscarded) };
    },
    // The contract has validated the values. Without it the service does, and answers with the invalid fields.
    send: (values) => {
      if (options.beforeSend?.(values) !== true) submit(input(values) as ApiInput<Id>);
    },
  });
  // A form that stays open after its request can get other values, which are a new draft.
  const isDone = done !== undefined && done === JSON.stringify(form.values);
  const isSent = isBusy || isDone || failure?.isUnknown === true;
  const { isKept, isTyped } = useKeptDraft(options.draft, form.values, { initial, isSent });
  const draft: FormDraft = {
    isRestored: isRestored && !isDiscarded,
    isKept,
    isUnchanged: !isTyped,
    discard: () => {
      form.reset(initial);
      setDiscarded(true);
    },
  };
  return {
    ...form,
    draft,
    isBusy,
    /** The failure of the last request, unless fields show it. */
    failure: Object.keys(refused).length === 0 ? failure : undefined,
    /** Clears the failure of the last request. */
    clearFailure: reset,
    /** Loads the rules before they are needed. */
    prepare: () => preloadContract(id),
  };
}
