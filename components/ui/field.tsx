"use client";

import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { classNames } from "./class-names";
import { useWrongFocus } from "./use-wrong-focus";

/** The texts of a field. */
export interface FieldProps {
  label: string;
  /** The rule of the field, shown before an error occurs. */
  hint?: ReactNode;
  error?: string | undefined;
}

const BOX =
  "min-h-10 w-full rounded-large border bg-surface px-3 text-body pointer-coarse:min-h-11 aria-invalid:border-failed";

interface Described {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean | undefined;
  className: string;
}

/** A label, a control and its hint or error. */
export function Field({
  label,
  hint,
  error,
  isOptional,
  children,
}: FieldProps & { isOptional: boolean; children: (described: Described) => ReactNode }) {
  const id = useId();
  const isWrong = error !== undefined;
  useWrongFocus(id, isWrong);
  const described = {
    id,
    "aria-describedby": hint || error ? `${id}-note` : undefined,
    "aria-invalid": isWrong || undefined,
    className: classNames(BOX, "border-line-strong"),
  };
  return (
    <div className="space-y-1">
      <label
        htmlFor={id}
        className="flex items-baseline justify-between gap-2 text-small font-medium"
      >
        {label}
        {isOptional && <span className="font-normal text-quiet">Optional</span>}
      </label>
      {children(described)}
      <div id={`${id}-note`} className="text-small">
        {error !== undefined && <p className="text-failed">{error}</p>}
        {hint && error === undefined && <p className="text-quiet">{hint}</p>}
      </div>
    </div>
  );
}

type InputProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className">;

/** A text field. */
export function TextField({ label, hint, error, ...rest }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={rest.required === false}>
      {(described) => <input type="text" {...rest} {...described} />}
    </Field>
  );
}

type TextAreaProps = FieldProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "className">;

/** A field for a text of several lines. */
export function TextAreaField({ label, hint, error, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={rest.required === false}>
      {({ className, ...described }) => (
        <textarea {...rest} {...described} className={classNames(className, "py-2")} />
      )}
    </Field>
  );
}

/** A field for an amount in USD: a decimal keypad on phones, the currency beside the digits. */
export function AmountField({ label, hint, error, ...rest }: InputProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={rest.required === false}>
      {({ className, ...described }) => (
        <span className="relative block">
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            {...rest}
            {...described}
            className={classNames(className, "pr-14 tabular-nums")}
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-small text-quiet"
          >
            USD
          </span>
        </span>
      )}
    </Field>
  );
}

type SelectProps = FieldProps & Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "className">;

/** A select field. */
export function SelectField({ label, hint, error, children, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={rest.required === false}>
      {(described) => (
        <select {...rest} {...described}>
          {children}
        </select>
      )}
    </Field>
  );
}

type CheckProps = Omit<FieldProps, "label"> & { label: ReactNode } & Omit<
    InputHTMLAttributes<HTMLInputElement>,
    "id" | "type"
  >;

/** A checkbox for a statement to agree to. */
export function CheckField({ label, hint, error, ...rest }: CheckProps) {
  const id = useId();
  return (
    <div className="space-y-1 text-small">
      <label htmlFor={id} className="flex min-h-9 items-center gap-3">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={hint || error ? `${id}-note` : undefined}
          className="size-5 shrink-0 accent-accent"
        />
        {label}
      </label>
      <div id={`${id}-note`}>
        {error !== undefined ? <p className="text-failed">{error}</p> : hint}
      </div>
    </div>
  );
}
