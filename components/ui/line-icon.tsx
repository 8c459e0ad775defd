import type { IconNode } from "lucide";
import { createElement } from "react";
import { classNames } from "./class-names";

interface LineIconProps {
  icon: IconNode;
  size: number;
  strokeWidth: number;
  className?: string;
}

/** Draws an icon of the library, whose own component for React is larger than all of its icons that are used here. */
export function LineIcon({ icon, size, strokeWidth, className }: LineIconProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames("shrink-0", className)}
    >
      {/* Children as arguments, which need no keys: the shapes of an icon never change. */}
      {createElement(
        "g",
        null,
        ...icon.map(([shape, attributes]) => createElement(shape, attributes)),
      )}
    </svg>
  );
}
