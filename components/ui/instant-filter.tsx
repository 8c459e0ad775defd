"use client";

import { FIRST_PAGE, goTo, useAddress } from "./address";
import { useNow } from "./use-now";

const MINUTE_MS = 60_000;

/** An instant as the browser's field writes it: in the reader's zone, without saying so. */
function toField(instant: string | null): string {
  const date = new Date(instant ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return "";
  const local = new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, 16);
}

const toInstant = (text: string) => (text === "" ? undefined : new Date(text).toISOString());

/** A day and time that a list is held to; the address has it as an instant, the same for every reader. */
export function InstantFilter({ name, label }: { name: string; label: string }) {
  const { params, withParams } = useAddress();
  const isReaderKnown = useNow() !== undefined;
  return (
    <label className="flex items-center gap-2 text-small text-quiet">
      {label}
      <input
        type="datetime-local"
        value={isReaderKnown ? toField(params.get(name)) : ""}
        onChange={(event) =>
          goTo(withParams({ [name]: toInstant(event.target.value), ...FIRST_PAGE }), {
            isReplacing: true,
          })
        }
        className="min-h-9 rounded-large border border-line-strong bg-surface px-2 text-small text-text pointer-coarse:min-h-11"
      />
    </label>
  );
}
