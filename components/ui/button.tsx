"use client";

import type { ComponentProps, MouseEvent } from "react";
import { type ButtonLook, buttonNames } from "./button-look";

/** Whether the event is the second click of a double click. It is ignored: another button may be there by then. */
const isDoubled = ({ detail }: MouseEvent<HTMLButtonElement>) => detail > 1;

/** Cancels the click, so that no form is submitted by it or by Enter in a field. */
function refuse(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * A button. A disabled one has `aria-disabled` and stays focusable, because the `disabled` attribute would move the
 * focus to the start of the page.
 */
export function Button({
  look,
  size,
  className,
  disabled = false,
  onClick,
  ...rest
}: ComponentProps<"button"> & ButtonLook) {
  return (
    <button
      type="button"
      className={buttonNames({ look, size }, className)}
      aria-disabled={disabled || undefined}
      onClick={(event) => {
        if (disabled || isDoubled(event)) refuse(event);
        else onClick?.(event);
      }}
      {...rest}
    />
  );
}
