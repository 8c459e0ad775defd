"use client";

import type { SubmitEvent } from "react";
import { Button } from "@/components/ui/button";
import { CloseButton } from "@/components/ui/close-button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { SelectField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { formErrors } from "@/lib/api/client/form-errors";
import { useSubmission } from "@/lib/api/client/use-submission";
import { KeyPassword } from "./key-password";
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
  const { submit, isBusy, failure } = useSubmission("rollApiKey", {
    onDone: (data) => (data ? onRolled(data.apiKey) : onClose()),
  });
  const errors = formErrors(failure);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = {
      overlapHours: Number(form.get("overlapHours")),
      password: String(form.get("password") ?? ""),
    };
    submit({ params: { keyId: apiKey.keyId }, body });
  };
  return (
    <Dialog title={`Roll the key ${apiKey.name}?`} onClose={onClose}>
      <Form noValidate onSubmit={onSubmit} className="space-y-4">
        <p>
          You get a new key, and the one that your server has now ends after a time of your choice.
        </p>
        <SelectField label="The old key still works for" name="overlapHours" defaultValue={24}>
          {OVERLAPS.map((each) => (
            <option key={each.hours} value={each.hours}>
              {each.word}
            </option>
          ))}
        </SelectField>
        <KeyPassword error={errors.password} />
        {failure && Object.keys(errors).length === 0 && (
          <ErrorPanel
            title="That did not go through"
            failure={failure}
            undone="The key is as it was."
            unknown="A new key may have been made: look at the list before you try again."
          />
        )}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <CloseButton>Keep it as it is</CloseButton>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? "Working…" : "Roll the key"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
