"use client";

import { type SubmitEvent, useState } from "react";
import { readAmount } from "./amount-text";
import { Button } from "./button";
import { AmountField } from "./field";
import { Form } from "./form";

interface FilterBoundsProps {
  min: string;
  max: string;
  onChoose: (min: string, max: string) => void;
}

const isAmount = (text: string) => text.trim() === "" || readAmount(text) !== undefined;
const plain = (text: string) => String(readAmount(text) ?? "");

/** The form in the panel of the amount filter: minimum and maximum. */
export function FilterBounds({ min, max, onChoose }: FilterBoundsProps) {
  const [bounds, setBounds] = useState({ min, max });
  const [wasSent, setSent] = useState(false);
  const errorOf = (text: string) =>
    wasSent && !isAmount(text) ? "Enter an amount, such as 12.50." : undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(true);
    if (isAmount(bounds.min) && isAmount(bounds.max))
      onChoose(plain(bounds.min), plain(bounds.max));
  };
  return (
    <Form onSubmit={submit} className="space-y-3">
      <AmountField
        label="Minimum"
        value={bounds.min}
        error={errorOf(bounds.min)}
        onChange={({ target }) => setBounds({ ...bounds, min: target.value })}
      />
      <AmountField
        label="Maximum"
        value={bounds.max}
        error={errorOf(bounds.max)}
        onChange={({ target }) => setBounds({ ...bounds, max: target.value })}
      />
      <Button type="submit" size="compact" className="w-full">
        Apply
      </Button>
    </Form>
  );
}
