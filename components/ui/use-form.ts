"use client";

import { type ChangeEvent, type SubmitEvent, useState } from "react";

type Values = Record<string, string | boolean>;
type Errors = Record<string, string>;

interface FormOptions<V extends Values> {
  initial: V;
  /** Returns the errors of the values, by field. */
  check: (values: V) => Errors;
  /** The errors that the service returned, by field. */
  refused?: Errors | undefined;
  onSubmit: (values: V) => void;
}

export type FormState<V extends Values> = ReturnType<typeof useForm<V>>;

/**
 * The state of a form: a field is validated when it loses the focus, all of them on submission; the first invalid one
 * gets the focus.
 */
export function useForm<V extends Values>({ initial, check, refused, onSubmit }: FormOptions<V>) {
  const [values, setValues] = useState(initial);
  const [sent, setSent] = useState<V>();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const errors = check(values);

  const set = (name: keyof V & string, value: string | boolean) =>
    setValues((before) => ({ ...before, [name]: value }));
  const errorOf = (name: string) => {
    const isShown = left.has(name) || sent !== undefined;
    const fromService = sent?.[name] === values[name] ? refused?.[name] : undefined;
    return (isShown ? errors[name] : undefined) ?? fromService;
  };
  const common = (name: keyof V & string) => ({
    name,
    error: errorOf(name),
    onBlur: () => setLeft((before) => new Set(before).add(name)),
  });

  return {
    values,
    set,
    /** Resets the fields to the initial values. */
    reset: () => {
      setValues(initial);
      setSent(undefined);
      setLeft(new Set());
    },
    isRight: Object.keys(errors).length === 0,
    /** Props of a text or select field. */
    field: (name: keyof V & string) => ({
      ...common(name),
      value: String(values[name]),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
        set(name, event.target.value),
    }),
    /** Props of a checkbox. */
    checkbox: (name: keyof V & string) => ({
      ...common(name),
      checked: values[name] === true,
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.checked),
    }),
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      setSent(values);
      const form = event.currentTarget;
      if (Object.keys(errors).length === 0) return onSubmit(values);
      const wrong = [...form.elements].find((each) => errors[each.getAttribute("name") ?? ""]);
      if (wrong instanceof HTMLElement) wrong.focus();
    },
  };
}
