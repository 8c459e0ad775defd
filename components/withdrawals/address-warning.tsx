"use client";

import { CheckField, TextField } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { AddressMiddle } from "./address-middle";
import { confirmationFor } from "./confirmation";
import type { AddressCheck } from "./queries";

type Check = Parameters<typeof CheckField>[0];
type Text = Parameters<typeof TextField>[0];

interface AddressWarningProps {
  address: string;
  /** Undefined when it could not be loaded. */
  known: AddressCheck | undefined;
  /** The address was restored from a draft. */
  isRestored: boolean;
  tick: Pick<Check, "name" | "error" | "checked" | "onBlur" | "onChange">;
  middle: Pick<Text, "name" | "error" | "value" | "onBlur" | "onChange">;
}

/** Two similar addresses, one below the other. */
export function Lookalike({ address, known }: { address: string; known: AddressCheck }) {
  return (
    <Notice state="failed" title="This address resembles one you know, but is different" isLive>
      <p className="text-small">
        Attackers create addresses with the same first and last characters as yours, hoping you copy
        the wrong one. Compare the middle:
      </p>
      <dl className="space-y-1 text-small">
        <div>
          <dt className="text-quiet">You entered</dt>
          <dd>
            <AddressMiddle address={address} />
          </dd>
        </div>
        {known.lookalikes.map(({ address: other, savedAs }) => (
          <div key={other}>
            <dt className="text-quiet">{savedAs ? `Saved as ${savedAs}` : "Previously used"}</dt>
            <dd>
              <AddressMiddle address={other} />
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}

function titleOf(known: AddressCheck | undefined): string {
  if (!known) return "This address could not be checked";
  return known.timesPaid > 0 ? "This address was typed before" : "First withdrawal to this address";
}

function FirstUse({ address, known }: { address: string; known: AddressCheck | undefined }) {
  return (
    <Notice state="attention" title={titleOf(known)} isLive>
      <p className="text-small">
        Compare the full address with its source, and make sure that it can receive USDC on Base.
      </p>
      <p className="text-small">
        <AddressMiddle address={address} />
      </p>
    </Notice>
  );
}

/** The warnings about an address, with the required confirmation. */
export function AddressWarning({ address, known, isRestored, tick, middle }: AddressWarningProps) {
  const wanted = confirmationFor(known, isRestored);
  if (wanted === "none") return null;
  if (wanted === "type" && known)
    return (
      <>
        <Lookalike address={address} known={known} />
        <TextField
          label={`The 6 characters after ${address.slice(0, 6)}`}
          {...middle}
          hint="Copy them from the source of the address, not from this page."
          autoComplete="off"
          spellCheck={false}
          maxLength={6}
        />
      </>
    );
  return (
    <>
      <FirstUse address={address} known={known} />
      <CheckField label="I have compared the full address" {...tick} />
    </>
  );
}
