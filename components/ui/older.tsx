"use client";

import { goTo, useAddress } from "./address";
import { Button } from "./button";

interface OlderProps {
  /** The name in the address. */
  name: string;
  /** What the next page begins after; none when this is the last. */
  next: string | undefined;
}

/** The pages of a list that is too long to be counted: the first one, and the next. The browser leads back. */
export function Older({ name, next }: OlderProps) {
  const { params, withParams } = useAddress();
  const isFirst = !params.has(name);
  if (isFirst && next === undefined) return null;
  const go = (value: string | undefined) => {
    goTo(withParams({ [name]: value }));
    window.scrollTo(0, 0);
  };
  return (
    <nav aria-label="Pages of the list" className="flex justify-end gap-2 pt-3">
      <Button look="plain" size="compact" disabled={isFirst} onClick={() => go(undefined)}>
        First page
      </Button>
      <Button look="plain" size="compact" disabled={next === undefined} onClick={() => go(next)}>
        Next page
      </Button>
    </nav>
  );
}
