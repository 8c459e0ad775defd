"use client";

import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import type { PageLink } from "@/components/shell/pages";
import { SLOT } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { useModal } from "@/components/ui/use-modal";
import type { Option } from "./entry";
import { Options } from "./options";
import { PaletteField } from "./palette-field";
import { rememberEntry } from "./recent";
import { type Area, SOURCES } from "./sources";
import { useEnter } from "./use-enter";
import { useSections } from "./use-sections";

export interface PaletteProps {
  /** The person and the partner whose pages they view: recent entries are stored per owner. */
  owner: string;
  area: Area;
  pages: readonly PageLink[];
  role: string;
  onClose: () => void;
}

function statusText(count: number, isSearching: boolean, hasFailed: boolean): string {
  if (hasFailed) return "Search is unavailable. Pages and actions still work.";
  if (isSearching) return "Searching…";
  return count === 0 ? "No results" : `${count} found`;
}

/** Search for pages, actions and objects by a few letters. */
export function Palette({ owner, area, pages, role, onClose }: PaletteProps) {
  const router = useRouter();
  const listId = useId();
  const [text, setText] = useState("");
  const [pointed, setPointed] = useState(0);
  const found = useSections({ owner, area, pages, role, text });
  const { sections, isSearching, hasFailed } = found;
  const entries = sections.flatMap((section) => section.entries);
  const active = Math.min(pointed, entries.length - 1);
  const { dialog, slot, handlers } = useModal(onClose, onClose);
  const choose = (option: Option | undefined) => {
    if (!option) return;
    onClose();
    if (!("href" in option)) return void option.run();
    rememberEntry(owner, option);
    router.push(option.href);
  };
  const type = (next: string) => {
    setText(next);
    setPointed(0);
  };
  const enter = useEnter({ text, found, entries, active, choose });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it does what escape does
    <dialog
      ref={dialog}
      aria-label="Search or go to"
      {...handlers}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[12vh] mb-auto max-h-[min(32rem,76dvh)] w-[min(36rem,calc(100vw-2rem))] flex-col overflow-hidden rounded-large border border-line bg-surface text-text backdrop:bg-veil open:flex max-sm:mt-2"
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <PaletteField
          label={SOURCES[area].label}
          listId={listId}
          text={text}
          onText={type}
          active={active}
          count={entries.length}
          onMove={setPointed}
          onChoose={enter}
        />
        <button
          type="button"
          onClick={onClose}
          className="flex size-9 items-center justify-center rounded-large text-quiet hover:bg-sunken pointer-coarse:size-11"
        >
          <Icon name="close" size={16} />
          <span className="sr-only">Close</span>
        </button>
      </div>
      <Options
        listId={listId}
        sections={sections}
        active={active}
        onPoint={setPointed}
        onChoose={choose}
      />
      <p role="status" className="border-t border-line px-4 py-2 text-small text-quiet">
        {text === "" ? SOURCES[area].label : statusText(entries.length, isSearching, hasFailed)}
      </p>
      <div ref={slot} className={SLOT} />
    </dialog>
  );
}
