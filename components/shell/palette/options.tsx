"use client";

import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { type Option as Choice, keyOf } from "./entry";
import type { Section } from "./use-sections";

interface OptionsProps {
  listId: string;
  sections: readonly Section[];
  /** The index of the active option, counted over all sections. */
  active: number;
  onPoint: (index: number) => void;
  onChoose: (entry: Choice) => void;
}

export const optionId = (listId: string, index: number) => `${listId}-${index}`;

/** The options by section. The focus stays in the field; screen readers announce the active option. */
export function Options({ listId, sections, active, onPoint, onChoose }: OptionsProps) {
  let count = 0;
  return (
    <div id={listId} role="listbox" aria-label="Results" className="overflow-y-auto p-2">
      {sections.map(({ name, entries }) => {
        const first = count;
        count += entries.length;
        const headingId = `${listId}-${name}`;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div key={name} role="group" aria-labelledby={headingId} className="pb-1">
            <p id={headingId} className="px-2 py-1 text-small text-quiet">
              {name}
            </p>
            {entries.map((entry, at) => (
              <Option
                key={keyOf(entry)}
                id={optionId(listId, first + at)}
                entry={entry}
                isActive={first + at === active}
                onPoint={() => onPoint(first + at)}
                onChoose={() => onChoose(entry)}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: Choice;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, entry: { name, icon, detail }, isActive, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: "nearest" });
      }}
      onPointerMove={onPoint}
      onClick={onChoose}
      className={classNames(
        "flex min-h-10 cursor-pointer items-center gap-3 rounded-large px-2 pointer-coarse:min-h-11",
        isActive && "bg-accent-faint text-accent",
      )}
    >
      <Icon name={icon} size={16} />
      {/* On a phone, a long email is cut off before the name: names tell people apart. */}
      <span className={classNames("truncate", detail ? "max-w-[70%] shrink-0" : "min-w-0")}>
        {name}
      </span>
      {detail && <span className="ml-auto min-w-0 truncate text-small text-quiet">{detail}</span>}
    </div>
  );
}
