"use client";

import { type SubmitEvent, useState } from "react";
import { Button } from "./button";
import { TextField } from "./field";
import { Form } from "./form";

const MAX_CHARACTERS = 254;

interface FilterTextFormProps {
  label: string;
  hint: string;
  value: string;
  onChoose: (value: string) => void;
}

/** The form in the panel of a text filter. */
export function FilterTextForm({ label, hint, value, onChoose }: FilterTextFormProps) {
  const [typed, setTyped] = useState(value);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onChoose(typed.trim());
  };
  return (
    <Form onSubmit={submit} className="space-y-3">
      <TextField
        label={label}
        hint={hint}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_CHARACTERS}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" size="compact" className="w-full">
        Apply
      </Button>
    </Form>
  );
}
