"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { FormId } from "./contract-errors";
import { type ContractFormOptions, useContractForm } from "./use-contract-form";

interface SavedFormOptions<Id extends FormId, V extends object>
  extends Omit<ContractFormOptions<Id, V>, "initial" | "beforeSend" | "draft"> {
  /** The saved values, which other people can change while the form is open. */
  saved: V;
  /** Called instead of sending values that nobody changed. */
  onUnchanged: () => void;
}

/** JSON has no NaN, which stands for text that is no amount: it would be the null of an amount that was left empty. */
const textOf = (input: unknown) =>
  JSON.stringify(input, (_, value) => (Number.isNaN(value) ? "NaN" : value));

const isSame = (one: unknown, other: unknown) => textOf(one) === textOf(other);

/** The shown, the read and the saved values of a form, as it sends them: blanks at the ends of what was typed are not saved. */
type Sent = Record<"shown" | "read" | "saved", unknown>;

/** Returns whether a form takes over what was saved: not while the person has changed the form. */
const isTakenOver = ({ shown, read, saved }: Sent): boolean =>
  !isSame(read, saved) && (isSame(shown, read) || isSame(shown, saved));

/**
 * A form of saved values that stays open on its page. It shows what other people save until the person changes it, and sends
 * nothing before that: values that were only read may be older than the saved ones, which they would set back.
 */
export function useSavedForm<Id extends FormId, V extends object>(
  id: Id,
  { saved, onUnchanged, ...options }: SavedFormOptions<Id, V>,
) {
  const { input } = options;
  const [read, setRead] = useState(saved);
  const form = useContractForm<Id, V>(id, {
    ...options,
    initial: read,
    beforeSend: (values) => {
      if (!isSame(input(values), input(read))) return false;
      onUnchanged();
      return true;
    },
  });
  const sent = { shown: input(form.values), read: input(read), saved: input(saved) };
  const next = isTakenOver(sent) ? saved : undefined;
  const take = useEffectEvent(() => {
    if (!next) return;
    form.reset(next);
    setRead(next);
  });
  const nextText = next && JSON.stringify(next);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `take` reads the values, which are other objects at each rendering
  useEffect(() => take(), [nextText]);
  return form;
}
