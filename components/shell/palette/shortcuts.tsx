"use client";

import type { PageLink } from "@/components/shell/pages";
import { Dialog } from "@/components/ui/dialog";
import { paletteKey } from "./palette-key";

const SHORTCUTS: readonly [keys: readonly string[], text: string][] = [
  [["j", "k"], "Next row, previous row"],
  [["Enter"], "Open row"],
  [["/"], "Search list"],
  [["Esc"], "Close"],
  [["?"], "Show shortcuts"],
];

interface ShortcutsProps {
  pages: readonly PageLink[];
  onClose: () => void;
}

export function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded-small border border-line-strong px-1.5 font-mono text-small text-quiet">
      {children}
    </kbd>
  );
}

/** Lists the shortcuts. They do not work while a person types; those of a single key can be switched off. */
export function Shortcuts({ pages, onClose }: ShortcutsProps) {
  const lines = [[[paletteKey()], "Search or go to…"] as const, ...SHORTCUTS];
  const goLines = pages.map(({ key, name }) => [["g", key], name] as const);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {[...lines, ...goLines].map(([keys, text]) => (
          <div key={text} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="pt-4 text-small text-quiet">
        Turn single-key shortcuts off in the menu behind your name, or under More on a phone.
      </p>
    </Dialog>
  );
}
