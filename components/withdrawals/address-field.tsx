"use client";

import type { ChangeEvent } from "react";
import { SelectField, TextField } from "@/components/ui/field";
import { shorten } from "@/components/ui/shorten";
import { useSavedAddresses } from "./queries";

interface AddressFieldProps {
  name: string;
  value: string;
  error: string | undefined;
  onBlur: () => void;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
  /** The same address with its capitals, once it is one. */
  address: string | undefined;
}

/** Where to: one that is saved, or any other one, always there in full. */
export function AddressField({ address, value, onChange, ...rest }: AddressFieldProps) {
  const saved = useSavedAddresses().data?.addresses ?? [];
  const chosen = saved.find((each) => each.address === address)?.address ?? "";
  const isRewritten = address !== undefined && address !== value.trim();
  return (
    <>
      {saved.length > 0 && (
        <SelectField label="Send to" value={chosen} onChange={onChange}>
          <option value="">New address</option>
          {saved.map((each) => (
            <option key={each.addressId} value={each.address}>
              {each.label} · {shorten(each.address)}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label="Address on Base"
        value={value}
        onChange={onChange}
        {...rest}
        hint={
          isRewritten ? (
            <>
              With checksum: <code className="font-mono break-all">{address}</code>
            </>
          ) : (
            "0x followed by 40 hexadecimal digits. Funds sent to a wrong address are lost."
          )
        }
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
      />
    </>
  );
}
