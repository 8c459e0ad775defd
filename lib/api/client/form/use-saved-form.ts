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

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the values that a form takes over when others were saved: none while the person has changed the form. */
export function takenOver<V extends object>(shown: V, read: V, saved: V): V | undefined {
  if (isSame(read, saved)) return undefined;
  return isSame(shown, read) || isSame(shown, saved) ? saved : undefined;
}

/**
 * A form of saved values that stays open on its page. It shows what other people save until the person changes it, and sends
 * nothing before that: values that were only read may be older than the saved ones, which they would set back.
 */
export function useSavedForm<Id extends FormId, V extends object>(
  id: Id,
  { saved, onUnchanged, ...options }: SavedFormOptions<Id, V>,
) {
  const [read, setRead] = useState(saved);
  const form = useContractForm<Id, V>(id, {
    ...options,
    initial: read,
    beforeSend: (values) => {
      if (!isSame(values, read)) return false;
      onUnchanged();
      return true;
    },
  });
  const next = takenOver(form.values, read, saved);
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
