"use client";

import type { ChangeEvent } from "react";
import { TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { useKnownAddresses } from "./queries";

const ADDRESSES = "known-addresses";

interface AddressFieldProps {
  name: string;
  value: string;
  error: string | undefined;
  onBlur: () => void;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  /** It could be sent to. */
  isRight: boolean;
}

/** Where to: those where money has arrived before are offered, and a new one is pointed out. */
export function AddressField({ isRight, value, ...rest }: AddressFieldProps) {
  const known = useKnownAddresses();
  const isNew =
    isRight && known && !known.some((each) => each.toLowerCase() === value.trim().toLowerCase());
  return (
    <>
      <TextField
        label="Address on Base"
        value={value}
        {...rest}
        hint="0x and 40 hexadecimal digits. What is sent to a wrong address is lost."
        autoComplete="off"
        spellCheck={false}
        maxLength={64}
        list={ADDRESSES}
      />
      <datalist id={ADDRESSES}>
        {known?.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      {isNew && (
        <Notice state="attention" title="Nothing has arrived at this address before" isLive>
          <p className="text-small">
            Compare its first and last characters with where you copied it from, and be sure that it
            receives USDC on Base.
          </p>
        </Notice>
      )}
    </>
  );
}
