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
  /** Undefined when it could not be asked for. */
  known: AddressCheck | undefined;
  tick: Pick<Check, "name" | "error" | "checked" | "onBlur" | "onChange">;
  middle: Pick<Text, "name" | "error" | "value" | "onBlur" | "onChange">;
}

/** Two addresses that begin and end alike, one under the other. */
export function Lookalike({ address, known }: { address: string; known: AddressCheck }) {
  return (
    <Notice state="failed" title="This looks like an address you know, and is another one" isLive>
      <p className="text-small">
        Thieves make addresses that begin and end like yours, and wait for them to be copied out of
        a list. Compare the middle:
      </p>
      <dl className="space-y-1 text-small">
        <div>
          <dt className="text-quiet">You typed</dt>
          <dd>
            <AddressMiddle address={address} />
          </dd>
        </div>
        {known.lookalikes.map(({ address: other, savedAs }) => (
          <div key={other}>
            <dt className="text-quiet">{savedAs ? `Saved as ${savedAs}` : "You have sent to"}</dt>
            <dd>
              <AddressMiddle address={other} />
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}

function FirstUse({ address, known }: { address: string; known: AddressCheck | undefined }) {
  return (
    <Notice
      state="attention"
      title={
        known
          ? "Nothing has arrived at this address before"
          : "What is known of this address could not be read"
      }
      isLive
    >
      <p className="text-small">
        Compare all of it with where you copied it from, and be sure that it receives USDC on Base.
      </p>
      <p className="text-small">
        <AddressMiddle address={address} />
      </p>
    </Notice>
  );
}

/** What somebody should know of an address before money goes there, and what they do to say that they do. */
export function AddressWarning({ address, known, tick, middle }: AddressWarningProps) {
  const wanted = confirmationFor(known);
  if (wanted === "none") return null;
  if (wanted === "type" && known)
    return (
      <>
        <Lookalike address={address} known={known} />
        <TextField
          label={`The six characters after ${address.slice(0, 6)}`}
          {...middle}
          hint="Of the address that you mean, from where you have it."
          autoComplete="off"
          spellCheck={false}
          maxLength={6}
        />
      </>
    );
  return (
    <>
      <FirstUse address={address} known={known} />
      <CheckField label="I have compared the whole address" {...tick} />
    </>
  );
}
