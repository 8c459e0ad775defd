"use client";

import { Button } from "@/components/ui/button";
import { ErrorPanel } from "@/components/ui/error-panel";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { toast } from "@/components/ui/toaster";
import { useForm } from "@/components/ui/use-form";
import { checkFields } from "@/lib/api/client/check-fields";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { checksummed } from "@/lib/withdrawals/addresses/checksum";
import { saveAddressContract } from "@/lib/withdrawals/addresses/contract";
import { Lookalike } from "./address-warning";
import { useAddressCheck } from "./queries";

interface AddressValues {
  [name: string]: string;
  label: string;
  address: string;
}

const bodyOf = ({ label, address }: AddressValues) => ({ label, address: address.trim() });

/** Saves an address with a label. */
export function SaveAddress({ address }: { address: string | undefined }) {
  const { submit, isBusy, failure } = useSubmission("saveAddress", {
    onDone: (data) => {
      toast(`${data?.label ?? "The address"} was saved`);
      form.reset();
      // The form began with the address that is saved now.
      form.set("address", "");
    },
  });
  const initial: AddressValues = { label: "", address: address ?? "" };
  const form = useForm({
    initial,
    check: (values) => checkFields(saveAddressContract.body, bodyOf(values)),
    refused: failure && fieldSentences(failure.fields),
    onSubmit: (values) => submit({ body: bodyOf(values) }),
  });
  const known = useAddressCheck(checksummed(form.values.address?.trim() ?? "")).data;
  return (
    <Form noValidate onSubmit={form.submit} className="space-y-3">
      <h3 className="font-semibold">Save address</h3>
      <TextField
        label="Label"
        {...form.field("label")}
        hint="A name for this address, such as the account it belongs to."
        maxLength={60}
        {...(address === undefined ? {} : { "data-first-focus": "" })}
      />
      <TextField
        label="Address"
        {...form.field("address")}
        hint="0x followed by 40 hexadecimal digits. The checksum is verified."
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
      />
      {known && known.lookalikes.length > 0 && <Lookalike address={known.address} known={known} />}
      {failure && Object.keys(failure.fields).length === 0 && (
        <ErrorPanel title="The address was not saved" failure={failure} />
      )}
      <Button type="submit" size="compact" disabled={isBusy}>
        {isBusy ? "Saving…" : "Save address"}
      </Button>
    </Form>
  );
}
