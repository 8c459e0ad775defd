"use client";

import { useState } from "react";
import { TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useDraftPlace } from "@/components/ui/use-draft-place";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { checksummed } from "@/lib/withdrawals/addresses/checksum";
import { Lookalike } from "./address-warning";
import { useAddressCheck } from "./queries";

const EMPTY = { label: "", address: "" };

/** Saves an address with a label. */
export function SaveAddress({ address }: { address: string | undefined }) {
  const [initial, setInitial] = useState({ label: "", address: address ?? "" });
  const form = useContractForm("saveAddress", {
    initial,
    // The link of an address has a draft of its own.
    draft: useDraftPlace(`save-address ${address ?? ""}`),
    input: (values) => ({ body: { label: values.label, address: values.address.trim() } }),
    onDone: (data) => {
      toast(`${data?.label ?? "The address"} was saved`);
      // The form began with the address that is saved now.
      setInitial(EMPTY);
      form.reset(EMPTY);
    },
  });
  const known = useAddressCheck(checksummed(form.values.address.trim())).data;
  return (
    <RequestForm
      form={form}
      className="space-y-3"
      isCompact
      title="The address was not saved"
      action="Save address"
      busy="Saving…"
    >
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
    </RequestForm>
  );
}
