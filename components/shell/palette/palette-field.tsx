"use client";

import type { KeyboardEvent } from "react";
import { Icon } from "@/components/ui/icon";
import { optionId } from "./options";

interface PaletteFieldProps {
  label: string;
  listId: string;
  text: string;
  onText: (text: string) => void;
  /** The index of the active option. */
  active: number;
  count: number;
  onMove: (active: number) => void;
  onChoose: () => void;
}

const PAGE = 5;
/** The new index of the active option for each key. */
const MOVES: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  PageDown: (at, count) => Math.min(at + PAGE, count - 1),
  PageUp: (at) => Math.max(at - PAGE, 0),
};

/** The text field of the palette; it keeps the focus while the arrow keys move through the options. */
export function PaletteField(props: PaletteFieldProps) {
  const { label, listId, text, onText, active, count, onMove, onChoose } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const move = count === 0 ? undefined : MOVES[event.key];
    if (!move && event.key !== "Enter") return;
    event.preventDefault();
    if (move) onMove(move(active, count));
    else onChoose();
  };
  return (
    <>
      <span className="text-quiet">
        <Icon name="search" />
      </span>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={count > 0 ? optionId(listId, active) : undefined}
        aria-label={label}
        placeholder="Search or go to…"
        value={text}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        className="min-h-12 min-w-0 flex-1 bg-transparent outline-none placeholder:text-quiet"
      />
    </>
  );
}
