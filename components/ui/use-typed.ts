"use client";

import { type FocusEvent, type RefObject, useRef } from "react";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Passwords and codes are quickly typed again, so they do not count as typed data. */
const CONFIRMING = '[type="password"], [autocomplete="one-time-code"]';

function textOf(field: Field): string {
  return field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)
    ? String(field.checked)
    : field.value;
}

const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement;

/** Returns whether a person has changed a field inside an element since the field first got the focus. */
export function useTyped(container: RefObject<HTMLElement | null>) {
  const initial = useRef(new WeakMap<Field, string>());
  return {
    onFocus: ({ target }: FocusEvent) => {
      if (isField(target) && !initial.current.has(target))
        initial.current.set(target, textOf(target));
    },
    isTyped: (): boolean =>
      [...(container.current?.querySelectorAll<Field>("input, select, textarea") ?? [])].some(
        (field) =>
          !field.matches(CONFIRMING) &&
          (initial.current.get(field) ?? textOf(field)) !== textOf(field),
      ),
  };
}
