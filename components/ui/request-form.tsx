"use client";

import type { KeyboardEventHandler, ReactNode, SubmitEvent } from "react";
import { Button } from "./button";
import { DraftLine } from "./draft-line";
import { ErrorPanel } from "./error-panel";
import type { Failure } from "./failure";
import { Form } from "./form";
import { KEPT_DRAFT, UNCHANGED } from "./use-typed";

/** The state of a form that sends a request; `useContractForm` has this shape. */
export interface RequestState {
  isBusy: boolean;
  /** The failure of the last request, unless fields show it. */
  failure: Failure | undefined;
  /** What is kept of the form when it is closed without sending it. */
  draft?: { isRestored: boolean; isKept: boolean; isUnchanged: boolean; discard: () => void };
  attach: (form: HTMLFormElement | null) => void;
  prepare: () => void;
  submit: (event: SubmitEvent<HTMLFormElement>) => void;
}

interface RequestFormProps {
  form: RequestState;
  /** The failed action: "The key was not created". */
  title: string;
  /** What was not done: "Nothing was charged." */
  undone?: string | undefined;
  /** What to do when the outcome is unknown, where checking the page is not enough. */
  remedy?: string | undefined;
  /** The verb and the object, and the same while the request is sent. Undefined: the form has other buttons. */
  action?: string | undefined;
  busy?: string;
  /** The button beside it that leaves the form. */
  leave?: ReactNode;
  /** The buttons stay visible while a long form is scrolled; the form must be all of a dialog. */
  isFooterFixed?: boolean;
  /** False while the form cannot be sent: the button is disabled. */
  isReady?: boolean;
  /** The form is part of a page: its button is as wide as its text. */
  isCompact?: boolean;
  /** The button is not the main one of the page. */
  isPlain?: boolean;
  /** The action cannot be undone. */
  isDangerous?: boolean;
  /** The id of the element that names the form. */
  labelledBy?: string;
  onKeyDown?: KeyboardEventHandler<HTMLFormElement>;
  className?: string | undefined;
  children: ReactNode;
}

/** A form that sends one request: its fields, the failure of the request, and the button that sends it. */
export function RequestForm(props: RequestFormProps) {
  const { form, title, undone, remedy, isCompact = false, className, children } = props;
  return (
    <Form
      ref={form.attach}
      noValidate
      onSubmit={form.submit}
      onFocus={form.prepare}
      onKeyDown={props.onKeyDown}
      aria-labelledby={props.labelledBy}
      {...(form.draft?.isKept && { [KEPT_DRAFT]: "" })}
      {...(form.draft?.isUnchanged && { [UNCHANGED]: "" })}
      className={className ?? (isCompact ? "space-y-3" : "space-y-4")}
    >
      {form.draft?.isRestored && <DraftLine onDiscard={form.draft.discard} />}
      {children}
      {form.failure && (
        <ErrorPanel title={title} failure={form.failure} undone={undone} remedy={remedy} />
      )}
      {props.action !== undefined && <SendButton {...props} />}
    </Form>
  );
}

function SendButton(props: Omit<RequestFormProps, "title" | "children" | "className">) {
  const { form, action, busy, leave, isReady = true, isCompact = false } = props;
  const button = (
    <Button
      type="submit"
      look={props.isDangerous ? "danger" : props.isPlain ? "plain" : "primary"}
      size={isCompact ? "compact" : "large"}
      disabled={form.isBusy || !isReady}
      className={leave || isCompact ? undefined : "w-full"}
    >
      {form.isBusy ? busy : action}
    </Button>
  );
  if (!leave) return button;
  if (isCompact)
    return (
      <div className="flex flex-wrap gap-2">
        {button}
        {leave}
      </div>
    );
  return (
    <div
      className={
        props.isFooterFixed
          ? "sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-row-reverse justify-start gap-2 border-t border-line bg-surface px-5 py-3 *:max-sm:flex-1 sm:flex-row sm:justify-end"
          : "flex flex-col-reverse gap-2 sm:flex-row sm:justify-end"
      }
    >
      {leave}
      {button}
    </div>
  );
}
