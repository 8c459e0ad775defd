import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from "react";
import { classNames } from "./class-names";

const SHAPE =
  "inline-flex min-h-11 items-center justify-center rounded-large py-2 text-center text-body font-medium transition-colors";
const LOOKS = {
  primary: "bg-accent px-4 text-on-accent hover:bg-accent-strong",
  plain: "border border-line-strong px-4 text-text hover:bg-sunken",
  text: "text-accent underline underline-offset-4 hover:text-accent-strong",
};

interface Look {
  look?: keyof typeof LOOKS;
}

/** What a person can do here. */
export function Button({
  look = "primary",
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Look) {
  return (
    <button
      type="button"
      className={classNames(SHAPE, LOOKS[look], "disabled:opacity-60", className)}
      {...rest}
    />
  );
}

/** Somewhere else to go, with the weight of a button. */
export function ButtonLink({
  look = "primary",
  className,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & Look) {
  return (
    <a className={classNames(SHAPE, LOOKS[look], className)} {...rest}>
      {children}
    </a>
  );
}
