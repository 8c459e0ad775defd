"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { SelectField } from "@/components/ui/field";
import { useSubmission } from "@/lib/fetch/use-submission";
import type { ApiKey } from "./queries";

const OVERLAPS = [
  { hours: 0, word: "Not at all" },
  { hours: 1, word: "1 hour" },
  { hours: 24, word: "1 day" },
  { hours: 168, word: "7 days" },
];

interface RollKeyProps {
  apiKey: ApiKey;
  onRolled: (apiKey: string) => void;
  onClose: () => void;
}

/** Puts a new key in the place of one, which goes on for a while. */
export function RollKey({ apiKey, onRolled, onClose }: RollKeyProps) {
  const [hours, setHours] = useState(24);
  const { submit, isBusy, failure } = useSubmission("rollApiKey", {
    onDone: (data) => (data ? onRolled(data.apiKey) : onClose()),
  });
  return (
    <ConfirmDialog
      title={`Roll the key ${apiKey.name}?`}
      action="Roll the key"
      isBusy={isBusy}
      failure={failure}
      undone="The key is as it was."
      unknown="A new key may have been made: look at the list before you try again."
      onConfirm={() => submit({ params: { keyId: apiKey.keyId }, body: { overlapHours: hours } })}
      onClose={onClose}
    >
      <p>
        You get a new key, and the one that your server has now ends after a time of your choice.
      </p>
      <SelectField
        label="The old key still works for"
        value={hours}
        onChange={(event) => setHours(Number(event.target.value))}
      >
        {OVERLAPS.map((each) => (
          <option key={each.hours} value={each.hours}>
            {each.word}
          </option>
        ))}
      </SelectField>
    </ConfirmDialog>
  );
}
