import { classNames } from "./class-names";

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

/** How a button, or a link that looks like one, is drawn. */
export interface ButtonLook {
  look?: keyof typeof LOOKS;
  size?: keyof typeof SIZES;
}

/** Returns the class names of a button; `className` adds further ones. */
export function buttonNames({ look = "primary", size = "large" }: ButtonLook, className?: string) {
  return classNames(
    SHAPE,
    SIZES[size],
    LOOKS[look],
    look !== "text" && PADDING[size],
    "aria-disabled:opacity-60",
    className,
  );
}
