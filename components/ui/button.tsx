"use client";

import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent } from "react";
import { classNames } from "./class-names";

const SHAPE =
  "inline-flex items-center justify-center gap-2 rounded-large text-center font-medium transition-colors";
const SIZES = {
  large: "min-h-11 py-2 text-body",
  /** In rows and beside headings; as large as a finger where one is used. */
  compact: "min-h-9 py-1 text-small pointer-coarse:min-h-11",
};
const LOOKS = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  plain: "border border-line-strong text-text hover:bg-sunken",
  danger: "bg-failed text-on-accent hover:opacity-90",
  text: "text-accent underline underline-offset-4 hover:text-accent-strong",
};
const PADDING = { large: "px-4", compact: "px-3" };

interface Look {
  look?: keyof typeof LOOKS;
  size?: keyof typeof SIZES;
}

function namesOf(look: keyof typeof LOOKS, size: keyof typeof SIZES, className?: string): string {
  return classNames(
    SHAPE,
    SIZES[size],
    LOOKS[look],
    look !== "text" && PADDING[size],
    "aria-disabled:opacity-60",
    className,
  );
}

/** The second press of a double click. Nobody means two acts by it, and another button may be there by then. */
const isDoubled = ({ detail }: MouseEvent<HTMLButtonElement>) => detail > 1;

/** Nothing comes of the press, and no form is sent by it or by Enter in one of its fields. */
function refuse(event: MouseEvent<HTMLButtonElement>): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * What a person can do here. One that is disabled says so and keeps the focus, as the attribute of that name would send
 * it to the beginning of the page in the midst of the person's work.
 */
export function Button({
  look = "primary",
  size = "large",
  className,
  disabled = false,
  onClick,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Look) {
  return (
    <button
      type="button"
      className={namesOf(look, size, className)}
      aria-disabled={disabled || undefined}
      onClick={(event) => {
        if (disabled || isDoubled(event)) refuse(event);
        else onClick?.(event);
      }}
      {...rest}
    />
  );
}

/** Somewhere else to go, with the weight of a button. */
export function ButtonLink({
  look = "primary",
  size = "large",
  className,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & Look) {
  return (
    <a className={namesOf(look, size, className)} {...rest}>
      {children}
    </a>
  );
}
