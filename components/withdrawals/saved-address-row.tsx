"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeLine } from "@/components/ui/code-line";
import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { useNow } from "@/components/ui/use-now";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { SavedAddress } from "./queries";

interface RowProps {
  saved: SavedAddress;
  mayChange: boolean;
  /** Its label is being changed. */
  isEdited: boolean;
  onEdit: () => void;
  onDone: () => void;
}

function Rename({ saved, onDone }: Pick<RowProps, "saved" | "onDone">) {
  const { addressId, label } = saved;
  const form = useContractForm("renameAddress", {
    initial: { label },
    input: (values) => ({ params: { addressId }, body: values }),
    onDone,
  });
  return (
    <RequestForm
      form={form}
      isCompact
      className="space-y-2"
      title="The address was not renamed"
      action="Rename"
      busy="Renaming…"
      leave={
        <Button look="plain" size="compact" onClick={onDone}>
          Cancel
        </Button>
      }
    >
      <TextField label={`New label for ${label}`} {...form.field("label")} maxLength={60} />
    </RequestForm>
  );
}

function Remove({ saved: { addressId, label } }: Pick<RowProps, "saved">) {
  const [isConfirming, setConfirming] = useState(false);
  const { submit, isBusy, failure } = useSubmission("removeAddress", {
    onDone: () => toast(`${label} was removed`),
  });
  if (!isConfirming)
    return (
      <Button look="plain" size="compact" onClick={() => setConfirming(true)}>
        Remove<span className="sr-only"> {label}</span>
      </Button>
    );
  return (
    <div className="w-full space-y-2">
      <p className="text-small">
        The address is removed from this list. Withdrawals to it are not affected, and new ones need
        to be checked again.
      </p>
      {failure && <ErrorPanel title="The address was not removed" failure={failure} />}
      <div className="flex gap-2">
        <Button look="plain" size="compact" autoFocus onClick={() => setConfirming(false)}>
          Cancel
        </Button>
        <Button
          look="danger"
          size="compact"
          disabled={isBusy}
          onClick={() => submit({ params: { addressId } })}
        >
          Remove {label}
        </Button>
      </div>
    </div>
  );
}

/** One saved address, in full, with what can be done with it. */
export function SavedAddressRow({ saved, mayChange, isEdited, onEdit, onDone }: RowProps) {
  const nowMs = useNow();
  const { usableFrom } = saved;
  const isWaiting = usableFrom !== undefined && Date.parse(usableFrom) > (nowMs ?? 0);
  const waitsUntil = isWaiting ? usableFrom : undefined;
  return (
    <li className="space-y-2 py-3">
      <p className="flex justify-between gap-3">
        <span className="min-w-0 font-medium break-words">{saved.label}</span>
        <span className="shrink-0 text-small text-quiet">by {saved.savedBy}</span>
      </p>
      <CodeLine text={saved.address} label={`the address of ${saved.label}`} />
      {waitsUntil !== undefined && (
        <p className="text-small text-quiet">
          Usable from <Time instant={waitsUntil} isExact />
        </p>
      )}
      {mayChange && isEdited && <Rename saved={saved} onDone={onDone} />}
      {mayChange && !isEdited && (
        <div className="flex flex-wrap gap-2">
          <Button look="plain" size="compact" onClick={onEdit}>
            Rename<span className="sr-only"> {saved.label}</span>
          </Button>
          <Remove saved={saved} />
        </div>
      )}
    </li>
  );
}
