"use client";

import { goTo, useAddress } from "./address";
import { tabNames } from "./tab-names";

interface TabsProps {
  /** The parameter in the address; the first tab has none. */
  name: string;
  /** The path of the tabs, when an object open beside them has its own address. */
  path?: string;
  label: string;
  tabs: readonly { value: string; word: string }[];
}

/** Tabs of one page; the open one is stored in the address. */
export function Tabs({ name, path: base, label, tabs }: TabsProps) {
  const { path: here, params } = useAddress();
  const path = base ?? here;
  const open = params.get(name) ?? tabs[0]?.value;
  return (
    <nav aria-label={label} className="flex gap-6 border-b border-line">
      {tabs.map(({ value, word }, index) => {
        const href = index === 0 ? path : `${path}?${name}=${value}`;
        return (
          <a
            key={value}
            href={href}
            aria-current={value === open ? "page" : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey) return;
              event.preventDefault();
              goTo(href);
            }}
            className={tabNames(value === open)}
          >
            {word}
          </a>
        );
      })}
    </nav>
  );
}
