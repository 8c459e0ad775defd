"use client";

import type { AnchorHTMLAttributes } from "react";
import { type ButtonLook, buttonNames } from "./button-look";
import { Link } from "./link";

/** A link that looks like a button. A page opens without a reload; a download is left to the browser. */
export function ButtonLink({
  look,
  size,
  className,
  href,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & ButtonLook & { href: string }) {
  const names = buttonNames({ look, size }, className);
  return rest.download === undefined ? (
    <Link href={href} className={names} {...rest} />
  ) : (
    <a href={href} className={names} {...rest} />
  );
}
