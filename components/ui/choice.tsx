import type { ReactNode } from "react";

interface ChoiceProps {
  name: string;
  value: string;
  label: string;
  note?: string;
  picture?: ReactNode;
  isChosen: boolean;
  onChoose: () => void;
}

/** A radio button whose whole row is the target. */
export function Choice({ name, value, label, note, picture, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="flex min-h-14 items-center gap-3 rounded-large border border-line bg-surface px-4 py-3 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-faint has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        onChange={onChoose}
        required
        className="size-5 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{label}</span>
        {note && <span className="block text-small text-quiet">{note}</span>}
      </span>
      {picture}
    </label>
  );
}
