"use client";

import { useId } from "react";

interface BodyFieldProps {
  text: string;
  onChange: (text: string) => void;
}

/** The field of a request's body. */
export function BodyField({ text, onChange }: BodyFieldProps) {
  const id = useId();
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="text-small font-medium">
        Body
      </label>
      <textarea
        id={id}
        value={text}
        rows={Math.min(18, text.split("\n").length + 1)}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        className="w-full rounded-large border border-line-strong bg-surface p-3 font-mono text-small"
      />
    </div>
  );
}
