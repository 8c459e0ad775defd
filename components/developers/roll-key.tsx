"use client";

import { CloseButton } from "@/components/ui/close-button";
import { Dialog } from "@/components/ui/dialog";
import { SelectField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { Time } from "@/components/ui/time";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
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
  const form = useContractForm("rollApiKey", {
    initial: { overlapHours: "24", password: "" },
    input: ({ overlapHours, password }) => ({
      params: { keyId: apiKey.keyId },
      body: { overlapHours: Number(overlapHours), password },
    }),
    onDone: (data) => (data ? onRolled(data.apiKey) : onClose()),
  });
  return (
    <Dialog title={`Rotate key ${apiKey.name}?`} onClose={onClose}>
      <RequestForm
        form={form}
        title="The key was not rotated"
        undone="No changes were made."
        action="Rotate key"
        busy="Rotating…"
        leave={<CloseButton>Cancel</CloseButton>}
      >
        <p>
          You’ll get a new key with the same permissions, IP addresses and expiry. The old key
          expires after the time you select.
        </p>
        {apiKey.expiresAt !== undefined && (
          <p>
            The new key expires <Time instant={apiKey.expiresAt} isExact />. To set another date,
            create a key instead.
          </p>
        )}
        <SelectField label="Old key expires after" {...form.field("overlapHours")}>
          {OVERLAPS.map((each) => (
            <option key={each.hours} value={each.hours}>
              {each.word}
            </option>
          ))}
        </SelectField>
        <KeyPassword {...form.field("password")} />
      </RequestForm>
    </Dialog>
  );
}
