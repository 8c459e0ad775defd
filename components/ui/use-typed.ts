"use client";

import { type FocusEvent, type RefObject, useRef } from "react";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Passwords and codes are quickly typed again, so they do not count as typed data. */
const CONFIRMING = '[type="password"], [autocomplete="one-time-code"]';

/** The attribute of a form whose content is kept when it is closed. */
export const KEPT_DRAFT = "data-kept-draft";
/** The attribute of a form with its initial values: nothing is lost, whatever its fields showed before. */
export const UNCHANGED = "data-unchanged";

function textOf(field: Field): string {
  return field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)
    ? String(field.checked)
    : field.value;
}

const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement;

/** Returns whether a person has changed fields inside an element since they first got the focus. */
export function useTyped(container: RefObject<HTMLElement | null>) {
  const initial = useRef(new WeakMap<Field, string>());
  const typedFields = () =>
    [...(container.current?.querySelectorAll<Field>("input, select, textarea") ?? [])].filter(
      (field) =>
        !field.matches(CONFIRMING) &&
        !field.closest(`[${UNCHANGED}]`) &&
        (initial.current.get(field) ?? textOf(field)) !== textOf(field),
    );
  return {
    onFocus: ({ target }: FocusEvent) => {
      if (isField(target) && !initial.current.has(target))
        initial.current.set(target, textOf(target));
    },
    /** Whether a field was changed. */
    isTyped: (): boolean => typedFields().length > 0,
    /** Whether a changed field is lost when the element is closed. */
    isLost: (): boolean => typedFields().some((field) => !field.closest(`[${KEPT_DRAFT}]`)),
  };
}
