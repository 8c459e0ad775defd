"use client";

import { type FormEvent, useState } from "react";
import { FIRST_PAGE, goTo, useAddress } from "./address";
import { Button } from "./button";
import { SelectField, TextField } from "./field";
import { Form } from "./form";
import { fromFieldText, toFieldText, type Zone } from "./zoned-instant";

/** Chooses an instant and its zone, stored in the address; without it the present is shown. */
export function InstantForm({ name = "at" }: { name?: string }) {
  const { params, withParams } = useAddress();
  const chosen = params.get(name) ?? "";
  const [zone, setZone] = useState<Zone>("utc");
  const [typed, setTyped] = useState(toFieldText(chosen, zone));
  const [isWrong, setWrong] = useState(false);
  // The address was changed elsewhere, for example by the Back button.
  const [seen, setSeen] = useState(chosen);
  if (seen !== chosen) {
    setSeen(chosen);
    setTyped(toFieldText(chosen, zone));
    setWrong(false);
  }
  const show = (event: FormEvent) => {
    event.preventDefault();
    const instant = fromFieldText(typed, zone);
    setWrong(instant === undefined);
    if (instant !== undefined) goTo(withParams({ [name]: instant, ...FIRST_PAGE }));
  };
  const showNow = () => {
    setTyped("");
    setWrong(false);
    goTo(withParams({ [name]: undefined, ...FIRST_PAGE }));
  };
  const changeZone = (to: Zone) => {
    const instant = fromFieldText(typed, zone);
    if (instant !== undefined) setTyped(toFieldText(instant, to));
    setZone(to);
  };
  return (
    <Form onSubmit={show} noValidate className="flex flex-wrap items-start gap-3">
      <TextField
        label="As of"
        type="datetime-local"
        step={1}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={isWrong ? "Enter a date and time" : undefined}
      />
      <SelectField
        label="Time zone"
        value={zone}
        onChange={({ target }) => changeZone(target.value === "local" ? "local" : "utc")}
      >
        <option value="utc">UTC</option>
        <option value="local">Local</option>
      </SelectField>
      <span className="flex h-10 gap-2 pointer-coarse:h-11 sm:mt-6">
        <Button type="submit" look="plain" size="compact">
          Show
        </Button>
        <Button look="plain" size="compact" disabled={chosen === ""} onClick={showNow}>
          Now
        </Button>
      </span>
    </Form>
  );
}
