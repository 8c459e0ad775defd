"use client";

import { useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { CodeLine } from "@/components/ui/code-line";

interface CodeChoiceProps {
  /** The label of the choice: "Language". */
  label: string;
  /** Names the copied text: "the request". */
  copied: string;
  codes: readonly { name: string; text: string }[];
}

/** Shows one of several equivalent code examples. */
export function CodeChoice({ label, copied, codes }: CodeChoiceProps) {
  const [chosen, setChosen] = useState(codes[0]?.name);
  const shown = codes.find(({ name }) => name === chosen);
  return (
    <div className="space-y-2">
      {codes.length > 1 && (
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">{label}</legend>
          {codes.map(({ name }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === chosen}
              onClick={() => setChosen(name)}
              className={classNames(
                "min-h-8 rounded-full border px-3 text-small transition-colors pointer-coarse:min-h-11",
                name === chosen
                  ? "border-accent bg-accent-faint font-medium text-accent"
                  : "border-line text-quiet hover:border-line-strong hover:text-text",
              )}
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      {shown && <CodeLine text={shown.text} label={copied} />}
    </div>
  );
}
