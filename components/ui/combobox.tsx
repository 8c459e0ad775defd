"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { classNames } from "./class-names";
import { Field, type FieldProps } from "./field";

/** A choice of a combobox. */
export interface ComboOption {
  value: string;
  word: string;
  /** Additional text that tells similar choices apart. */
  note?: string;
}

interface ComboboxProps extends FieldProps {
  name: string;
  value: string;
  /** The text of the chosen value. */
  word: string;
  /** The choices for the typed text. Undefined while they are loading. */
  options: readonly ComboOption[] | undefined;
  /** The options are those of an earlier text, until the ones of the typed text are loaded. */
  isStale?: boolean;
  /** Shown when nothing matches. */
  none: string;
  /** Called with the text that the options must match; empty when all are offered. */
  onType: (text: string) => void;
  onChoose: (value: string) => void;
  onBlur?: (() => void) | undefined;
  "data-first-focus"?: "";
}

/** The new index of the active option for each key. */
const MOVES: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
};

const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** The text, the open list and its active option. */
function useSearch({ value, options, isStale, onType, onChoose }: ComboboxProps) {
  // Undefined: the field shows the chosen option.
  const [typed, setTyped] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState<number>();
  const shown = options ?? [];
  const chosenAt = Math.max(
    0,
    shown.findIndex((option) => option.value === value),
  );
  const active = Math.min(at ?? (typed ? 0 : chosenAt), Math.max(0, shown.length - 1));
  const close = () => {
    setTyped(undefined);
    setOpen(false);
    setAt(undefined);
    onType("");
  };
  const choose = (option: ComboOption | undefined) => {
    if (option) onChoose(option.value);
    close();
  };
  return {
    typed,
    isOpen,
    shown,
    active,
    setAt,
    close,
    open: () => setOpen(true),
    type: (text: string) => {
      setTyped(text);
      setOpen(true);
      setAt(undefined);
      onType(text.trim());
    },
    choose,
    /** A person who types on has not read the options of an earlier text. */
    chooseActive: () => {
      if (!isStale) choose(shown[active]);
    },
    /** A text that names one option chooses it, and an empty text clears the choice. */
    leave: () => {
      const text = typed?.trim().toLowerCase();
      const named = shown.filter(
        (option) => option.word.toLowerCase() === text || option.value.toLowerCase() === text,
      );
      if (text === "") onChoose("");
      else if (named.length === 1 && named[0]) onChoose(named[0].value);
      close();
    },
  };
}

/** A field whose value is one of many options, found by typing. The keyboard moves through the options. */
export function Combobox(props: ComboboxProps) {
  const { label, hint, error, name, word, options, none, onBlur } = props;
  const listId = useId();
  const search = useSearch(props);
  const { typed, isOpen, shown, active } = search;
  const isListed = isOpen && shown.length > 0;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const move = MOVES[event.key];
    if (move) {
      event.preventDefault();
      if (!isOpen) search.open();
      else if (shown.length > 0) search.setAt(move(active, shown.length));
    }
    if (!isOpen) return;
    if (event.key === "Enter") {
      event.preventDefault();
      search.chooseActive();
    }
    if (event.key === "Escape") {
      event.preventDefault();
      search.close();
    }
  };
  return (
    <Field label={label} hint={hint} error={error} isOptional={false}>
      {(described) => (
        <span className="relative block">
          <input
            {...described}
            type="text"
            role="combobox"
            name={name}
            aria-expanded={isListed}
            aria-controls={isListed ? listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={isListed ? optionId(listId, active) : undefined}
            placeholder="Type to search…"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={typed ?? word}
            onChange={({ target }) => search.type(target.value)}
            onFocus={({ target }) => target.select()}
            onClick={search.open}
            onKeyDown={onKeyDown}
            onBlur={() => {
              search.leave();
              onBlur?.();
            }}
            data-first-focus={props["data-first-focus"]}
          />
          {isListed && (
            <Options
              listId={listId}
              label={label}
              active={active}
              options={shown}
              onChoose={search.choose}
            />
          )}
          {isOpen && options && shown.length === 0 && <Panel>{none}</Panel>}
          <span role="status" className="sr-only">
            {isOpen && options && (shown.length === 0 ? none : `${shown.length} available`)}
          </span>
        </span>
      )}
    </Field>
  );
}

const PANEL =
  "absolute inset-x-0 top-full z-20 mt-1 block max-h-60 scroll-mb-24 overflow-y-auto rounded-large border border-line-strong bg-surface p-1 text-body";

function Panel({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className={classNames(PANEL, "px-3 py-2 text-small text-quiet")}>
      {children}
    </span>
  );
}

interface OptionsProps {
  listId: string;
  label: string;
  active: number;
  options: readonly ComboOption[];
  onChoose: (option: ComboOption) => void;
}

function Options({ listId, label, active, options, onChoose }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.scrollIntoView({ block: "nearest" });
  }, []);
  useEffect(() => {
    document.getElementById(optionId(listId, active))?.scrollIntoView({ block: "nearest" });
  }, [listId, active]);
  return (
    <div ref={list} id={listId} role="listbox" aria-label={label} className={PANEL}>
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
        <div
          key={option.value}
          id={optionId(listId, index)}
          role="option"
          aria-selected={index === active}
          // The field keeps the focus; leaving it would close the list before the click.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          className={classNames(
            "flex min-h-9 cursor-pointer items-center gap-3 rounded-small px-2 hover:bg-sunken pointer-coarse:min-h-11",
            index === active && "bg-accent-faint text-accent",
          )}
        >
          <span className="min-w-0 truncate">{option.word}</span>
          {option.note && (
            <span className="ml-auto max-w-[60%] shrink-0 truncate text-small text-quiet">
              {option.note}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
