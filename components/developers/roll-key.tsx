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
  { hours: 0, word: "Expire immediately" },
  { hours: 1, word: "1 hour" },
  { hours: 24, word: "1 day" },
  { hours: 168, word: "7 days" },
];

interface RollKeyProps {
  apiKey: ApiKey;
  onRolled: (apiKey: string) => void;
  onClose: () => void;
}

/** Rotates a key; the old one keeps working for a while. */
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
    <Dialog title={`Rotate key ${apiKey.name}?`} onClose={onClose}>
      <Form noValidate onSubmit={onSubmit} className="space-y-4">
        <p>You’ll get a new key. The old key expires after the time you select.</p>
        <SelectField label="Old key expires after" name="overlapHours" defaultValue={24}>
          {OVERLAPS.map((each) => (
            <option key={each.hours} value={each.hours}>
              {each.word}
            </option>
          ))}
        </SelectField>
        <KeyPassword error={errors.password} />
        {failure && Object.keys(errors).length === 0 && (
          <ErrorPanel
            title="The key was not rotated"
            failure={failure}
            undone="No changes were made."
          />
        )}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <CloseButton>Cancel</CloseButton>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? "Rotating…" : "Rotate key"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
