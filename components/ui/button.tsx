"use client";

import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent } from "react";
import { classNames } from "./class-names";
import { Link } from "./link";

const SHAPE =
  "inline-flex items-center justify-center gap-2 rounded-large text-center font-medium transition-colors";
const SIZES = {
  large: "min-h-11 py-2 text-body",
  /** For rows and headings; large enough for a finger on touch screens. */
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

/** A link that looks like a button. A page opens without a reload; a download is left to the browser. */
export function ButtonLink({
  look = "primary",
  size = "large",
  className,
  href,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & Look & { href: string }) {
  const names = namesOf(look, size, className);
  return rest.download === undefined ? (
    <Link href={href} className={names} {...rest} />
  ) : (
    <a href={href} className={names} {...rest} />
  );
}
