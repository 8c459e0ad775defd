"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

type LinkProps = Omit<ComponentProps<typeof NextLink>, "onFocus" | "onMouseEnter" | "onTouchStart">;

/**
 * A link to a page, which is fetched ahead once somebody points at the link, touches it or moves the focus to it. Next
 * fetches the page of each visible link, twice: for one page that is opened, the server renders all that are not.
 */
export function Link({ prefetch = null, ...link }: LinkProps) {
  const [isMeant, setMeant] = useState(false);
  const mean = () => setMeant(true);
  return (
    <NextLink
      {...link}
      prefetch={isMeant ? prefetch : false}
      onMouseEnter={mean}
      onTouchStart={mean}
      onFocus={mean}
    />
  );
}
