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
  /** The present value is the one without a filter. */
  isCleared?: boolean;
  /** Renders the choices; `close` closes the panel. */
  children: (close: () => void) => ReactNode;
}

interface ChoicesProps {
  panel: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** Once the choices are loaded, focuses the chosen one, or the first field. */
function Choices({ panel, children }: ChoicesProps) {
  useEffect(() => {
    const first = panel.current?.querySelector<HTMLElement>("[aria-pressed=true]");
    (first ?? panel.current?.querySelector<HTMLElement>("input, button"))?.focus();
  }, [panel]);
  return children;
}

/**
 * A filter as a chip with its present value, and a small panel to choose in. The panel is the browser's popover: the
 * browser closes it on Escape and on a press outside, returns the focus, and keeps it in the window.
 */
export function FilterMenu({
  label,
  chosen,
  onClear,
  isCleared = chosen === undefined,
  children,
}: FilterMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => panel.current?.hidePopover();
  return (
    <fieldset
      className={classNames(
        "flex min-w-0 items-center rounded-large border text-small transition-colors",
        isCleared
          ? "border-line text-quiet hover:border-line-strong hover:text-text"
          : "border-accent bg-accent-faint font-medium text-accent",
      )}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <legend className="sr-only">{label}</legend>
      <button
        ref={opener}
        type="button"
        popoverTarget={panelId}
        aria-expanded={isOpen}
        className={classNames(
          "flex min-h-8 min-w-0 items-center gap-1 rounded-large pl-3 pointer-coarse:min-h-11",
          isCleared ? "pr-2" : "pr-1",
        )}
      >
        <span className="truncate">{chosen === undefined ? label : `${label}: ${chosen}`}</span>
        {isCleared && <Icon name="down" size={14} />}
      </button>
      {!isCleared && (
        <button
          type="button"
          onClick={() => {
            // This button disappears, and would take the focus with it.
            opener.current?.focus();
            onClear();
          }}
          className="flex size-8 items-center justify-center rounded-large pointer-coarse:size-11"
        >
          <Icon name="close" size={14} />
          <span className="sr-only">Clear {label}</span>
        </button>
      )}
      <div
        id={panelId}
        ref={panel}
        popover="auto"
        onToggle={({ newState }) => setOpen(newState === "open")}
        className="fixed inset-auto w-64 rounded-large border border-line-strong bg-surface p-2 font-normal text-text sm:[position-anchor:auto] sm:top-[anchor(bottom)] sm:left-[anchor(left)] sm:mt-1 sm:[position-try-fallbacks:flip-inline,flip-block,flip-block_flip-inline] max-sm:inset-x-3 max-sm:bottom-3 max-sm:max-h-[80dvh] max-sm:w-auto max-sm:overflow-y-auto max-sm:p-4"
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
