"use client";

import { type ComponentProps, type Ref, useEffect, useImperativeHandle, useRef } from "react";
import { classNames } from "./class-names";
import { release } from "./held-forms";

interface FormProps extends Omit<ComponentProps<"form">, "ref"> {
  ref?: Ref<HTMLFormElement | null>;
}

/** A form that can be submitted before hydration: the submission waits and is then repeated automatically. */
export function Form({ ref, className, children, ...rest }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  useImperativeHandle<HTMLFormElement | null, HTMLFormElement | null>(ref, () => form.current, []);
  useEffect(() => {
    if (form.current) release(form.current);
  }, []);
  return (
    <form
      ref={form}
      // Without any scripts the browser submits the form; `post` keeps the values out of the address.
      method="post"
      className={classNames("aria-busy:cursor-progress aria-busy:*:opacity-60", className)}
      {...rest}
    >
      <noscript>
        <p className="pb-4 text-failed">
          This page requires JavaScript. Turn it on in your browser and reload the page.
        </p>
      </noscript>
      <p
        data-late
        hidden
        suppressHydrationWarning
        role="alert"
        className="pb-4 text-failed opacity-100!"
      >
        This page is still loading. Nothing was sent yet. If it does not finish, reload the page.
      </p>
      {children}
    </form>
  );
}
