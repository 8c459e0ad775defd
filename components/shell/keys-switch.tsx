"use client";

import { switchSingleKeys, useSingleKeys } from "@/components/ui/single-keys";

/** Switches shortcuts of single keys on or off. */
export function KeysSwitch() {
  const isOn = useSingleKeys();
  return (
    <label className="flex min-h-8 items-center gap-1.5 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => switchSingleKeys(target.checked)}
        className="size-4 accent-accent"
      />
      Single-key shortcuts (j, k, /, ?)
    </label>
  );
}
