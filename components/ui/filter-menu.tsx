"use client";

import {
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";

interface FilterMenuProps {
  label: string;
  /** The present value in words; undefined when the filter is not set. */
  chosen: string | undefined;
  onClear: () => void;
  /** Renders the choices; `close` closes the panel. */
  children: (close: () => void) => ReactNode;
}

/** The margin between a panel and the edge of the window. */
const EDGE_PX = 12;

interface ChoicesProps {
  panel: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Once the choices are loaded, keeps their panel within the window and focuses the chosen one, or the first field. */
function Choices({ panel, children }: ChoicesProps) {
  useEffect(() => {
    const choices = panel.current;
    if (!choices) return;
    const { right } = choices.getBoundingClientRect();
    const room = document.documentElement.clientWidth - EDGE_PX - right;
    choices.style.translate = `${Math.min(0, room)}px`;
    const first = choices.querySelector<HTMLElement>("[aria-pressed=true]");
    (first ?? choices.querySelector<HTMLElement>("input, button"))?.focus();
  }, [panel]);
  return children;
}

/** Closes the panel on a press outside. */
function useOutsidePress(
  isOpen: boolean,
  container: RefObject<HTMLElement | null>,
  onLeave: () => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done on leaving does not change
  useEffect(() => {
    if (!isOpen) return;
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !container.current?.contains(target)) onLeave();
    };
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, [isOpen]);
}

/** A filter as a chip with its present value, and a small panel to choose in. */
export function FilterMenu({ label, chosen, onClear, children }: FilterMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const container = useRef<HTMLFieldSetElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  useOutsidePress(isOpen, container, () => setOpen(false));
  return (
    <fieldset
      ref={container}
      className={classNames(
        "relative flex min-w-0 items-center rounded-full border text-small transition-colors",
        chosen === undefined
          ? "border-line text-quiet hover:border-line-strong hover:text-text"
          : "border-accent bg-accent-faint font-medium text-accent",
      )}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.preventDefault();
        close();
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !container.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      <legend className="sr-only">{label}</legend>
      <button
        ref={opener}
        type="button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setOpen(!isOpen)}
        className="min-h-8 min-w-0 truncate rounded-full px-3 pointer-coarse:min-h-11"
      >
        {chosen === undefined ? label : `${label}: ${chosen}`}
      </button>
      {chosen !== undefined && (
        <button
          type="button"
          onClick={onClear}
          className="-ml-2 flex size-8 items-center justify-center rounded-full pointer-coarse:size-11"
        >
          <Icon name="close" size={14} />
          <span className="sr-only">Clear {label}</span>
        </button>
      )}
      <div
        id={panelId}
        ref={panel}
        hidden={!isOpen}
        className="absolute top-full left-0 z-30 mt-1 w-64 rounded-large border border-line-strong bg-surface p-2 font-normal text-text max-sm:fixed max-sm:inset-x-3 max-sm:top-auto max-sm:bottom-3 max-sm:max-h-[80dvh] max-sm:w-auto max-sm:overflow-y-auto max-sm:p-4"
      >
        {isOpen && (
          <Suspense fallback={null}>
            <Choices panel={panel}>{children(close)}</Choices>
          </Suspense>
        )}
      </div>
    </fieldset>
  );
}
