"use client";

import { type SubmitEvent, useState } from "react";
import { FIRST_PAGE, goTo, useAddress } from "./address";
import { readAmount } from "./amount-text";
import { Button } from "./button";
import { AmountField } from "./field";
import { FilterMenu } from "./filter-menu";
import { Form } from "./form";

interface BoundsProps {
  min: string;
  max: string;
  onChoose: (min: string, max: string) => void;
}

const isAmount = (text: string) => text.trim() === "" || readAmount(text) !== undefined;
const plain = (text: string) => String(readAmount(text) ?? "");

function Bounds({ min, max, onChoose }: BoundsProps) {
  const [bounds, setBounds] = useState({ min, max });
  const [wasSent, setSent] = useState(false);
  const errorOf = (text: string) =>
    wasSent && !isAmount(text) ? "Must be an amount, such as 12.50." : undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(true);
    if (isAmount(bounds.min) && isAmount(bounds.max))
      onChoose(plain(bounds.min), plain(bounds.max));
  };
  return (
    <Form onSubmit={submit} className="space-y-3">
      <AmountField
        label="At least"
        value={bounds.min}
        error={errorOf(bounds.min)}
        onChange={({ target }) => setBounds({ ...bounds, min: target.value })}
      />
      <AmountField
        label="At most"
        value={bounds.max}
        error={errorOf(bounds.max)}
        onChange={({ target }) => setBounds({ ...bounds, max: target.value })}
      />
      <Button type="submit" size="compact" className="w-full">
        Show these amounts
      </Button>
    </Form>
  );
}

function boundsWord(min: string, max: string): string | undefined {
  if (min !== "" && max !== "") return `${min} to ${max} USD`;
  if (min !== "") return `${min} USD or more`;
  return max === "" ? undefined : `${max} USD or less`;
}

/** Holds a list to amounts between two; what is chosen lives in the address. */
export function FilterAmount() {
  const { params, withParams } = useAddress();
  const [min, max] = [params.get("amountMin") ?? "", params.get("amountMax") ?? ""];
  const choose = (amountMin: string, amountMax: string) =>
    goTo(withParams({ amountMin, amountMax, ...FIRST_PAGE }), { isReplacing: true });
  return (
    <FilterMenu label="Amount" chosen={boundsWord(min, max)} onClear={() => choose("", "")}>
      {(close) => (
        <Bounds
          min={min}
          max={max}
          onChoose={(...bounds) => {
            choose(...bounds);
            close();
          }}
        />
      )}
    </FilterMenu>
  );
}
