"use client";

import { useSyncExternalStore } from "react";
import { Icon } from "@/components/ui/icon";
import { askFor } from "./ask";
import { paletteKey } from "./palette-key";

const never = () => () => undefined;

/** Opens the palette, and shows the shortcut that opens it too. */
export function PaletteButton({ onAsk }: { onAsk?: () => void }) {
  const key = useSyncExternalStore(never, paletteKey, () => "");
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => {
        onAsk?.();
        askFor("palette");
      }}
      className="flex min-h-9 w-full items-center gap-2 rounded-large border border-line px-2 text-left text-small text-quiet hover:border-line-strong hover:text-text pointer-coarse:min-h-11"
    >
      <Icon name="search" size={16} />
      <span className="flex-1">Search or go to…</span>
      <kbd className="font-mono text-[0.6875rem] pointer-coarse:hidden">{key}</kbd>
    </button>
  );
}
