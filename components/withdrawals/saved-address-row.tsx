"use client";

import { Button } from "@/components/ui/button";
import { CodeLine } from "@/components/ui/code-line";
import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { Time } from "@/components/ui/time";
import { toast } from "@/components/ui/toaster";
import { useInlineForm } from "@/components/ui/use-inline-form";
import { useNow } from "@/components/ui/use-now";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { useSubmission } from "@/lib/api/client/use-submission";
import type { SavedAddress } from "./queries";

interface FormProps {
  saved: SavedAddress;
  onDone: () => void;
}

function Rename({ saved, onDone }: FormProps) {
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
      <TextField
        label={`New label for ${label}`}
        {...form.field("label")}
        maxLength={60}
        autoFocus
      />
    </RequestForm>
  );
}

function Remove({ saved: { addressId, label }, onDone }: FormProps) {
  const { submit, isBusy, failure } = useSubmission("removeAddress", {
    onDone: () => toast(`${label} was removed`),
  });
  return (
    <div className="space-y-2">
      <p className="text-small">
        The address is removed from this list. Withdrawals to it are not affected, and new ones need
        to be checked again.
      </p>
      {failure && <ErrorPanel title="The address was not removed" failure={failure} />}
      <div className="flex gap-2">
        <Button look="plain" size="compact" autoFocus onClick={onDone}>
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

interface RowProps {
  saved: SavedAddress;
  mayChange: boolean;
}

/** One saved address, in full, with what can be done with it. */
export function SavedAddressRow({ saved, mayChange }: RowProps) {
  const { open, close, opener } = useInlineForm<"rename" | "remove">();
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
      {mayChange && open === "rename" && <Rename saved={saved} onDone={close} />}
      {mayChange && open === "remove" && <Remove saved={saved} onDone={close} />}
      {mayChange && !open && (
        <div className="flex flex-wrap gap-2">
          <Button look="plain" size="compact" {...opener("rename")}>
            Rename<span className="sr-only"> {saved.label}</span>
          </Button>
          <Button look="plain" size="compact" {...opener("remove")}>
            Remove<span className="sr-only"> {saved.label}</span>
          </Button>
        </div>
      )}
    </li>
  );
}
