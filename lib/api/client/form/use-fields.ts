"use client";

import { type ChangeEvent, type SubmitEvent, useCallback, useEffect, useEffectEvent } from "react";
import { useForm } from "react-hook-form";
import { changedBeforeHydration, focusFirst } from "./elements";

/** An error text for each invalid field, by the field's name. */
export type FieldTexts = Record<string, string>;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

interface FieldsOptions<V extends object> {
  initial: V;
  /** Returns the errors of the values. */
  check: (values: V) => Promise<FieldTexts>;
  /** The errors that the service returned; another object for each response. */
  refused: FieldTexts;
  /** Called with values that have no errors. */
  send: (values: V, submitter: HTMLElement | null) => void;
}

/** The result of a validation, in the shape of react-hook-form. */
function resultOf<Values>(values: Values, texts: FieldTexts) {
  const errors = Object.entries(texts).map(([name, message]) => [name, { type: "rule", message }]);
  if (errors.length === 0) return { values, errors: {} };
  return { values: {}, errors: Object.fromEntries(errors) };
}

/**
 * The fields of a form, on react-hook-form. A changed field is validated when it loses the focus, and every field on
 * submission; the first invalid one gets the focus. Errors of the service are shown until their field changes.
 */
export function useFields<V extends object>({ initial, check, refused, send }: FieldsOptions<V>) {
  const { register, watch, setError, reset, handleSubmit, formState } = useForm<
    Record<string, unknown>
  >({
    defaultValues: { ...initial },
    mode: "onTouched",
    shouldFocusError: false,
    resolver: async (values) => resultOf(values, await check(values as V)),
  });
  const values = watch() as V;
  const showRefused = useEffectEvent((texts: FieldTexts) => {
    for (const [name, message] of Object.entries(texts))
      setError(name, { type: "server", message });
  });
  useEffect(() => showRefused(refused), [refused]);

  const set = (name: keyof V & string, value: V[keyof V]) =>
    void register(name).onChange({ target: { name, value }, type: "change" });
  const restore = useEffectEvent((form: HTMLFormElement) => {
    for (const [name, value] of changedBeforeHydration(form))
      if (name in initial) set(name as keyof V & string, value as V[keyof V]);
  });
  const common = (name: keyof V & string) => {
    const { onBlur } = register(name);
    return {
      name,
      error: formState.errors[name]?.message,
      onBlur: () => {
        // An empty field that a person only passes is not an error yet.
        if (values[name] !== initial[name])
          void onBlur({ target: { name, value: values[name] }, type: "blur" });
      },
    };
  };

  return {
    values,
    set,
    /** Resets the fields to the initial values, or to other ones. */
    reset: (next: V = initial) => reset({ ...next }),
    /** Props of a text or select field. */
    field: (name: keyof V & string) => ({
      ...common(name),
      value: String(values[name] ?? ""),
      onChange: ({ target }: ChangeEvent<Control>) => set(name, target.value as V[typeof name]),
    }),
    /** Props of a checkbox. */
    checkbox: (name: keyof V & string) => ({
      ...common(name),
      checked: values[name] === true,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) =>
        set(name, target.checked as V[typeof name]),
    }),
    /** The ref of the form: reads what a person typed before hydration. */
    attach: useCallback((form: HTMLFormElement | null) => {
      if (form) restore(form);
    }, []),
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      const form = event.currentTarget;
      const submitter = event.nativeEvent.submitter;
      void handleSubmit(
        (valid) => send(valid as V, submitter),
        (errors) => focusFirst(form, Object.keys(errors)),
      )(event);
    },
  };
}
