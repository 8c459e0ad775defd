import { classNames } from "./class-names";

/** Returns the class names of one tab. */
export function tabNames(isOpen: boolean): string {
  return classNames(
    "-mb-px flex min-h-10 shrink-0 items-center border-b-2 text-small outline-offset-[-2px]",
    isOpen
      ? "border-accent font-semibold text-accent"
      : "border-transparent text-quiet hover:text-text",
  );
}
