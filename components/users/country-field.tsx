"use client";

import { useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { COUNTRY_CODES } from "@/lib/users/fields";
import { matchCountries } from "./match-countries";

const NAMES = new Intl.DisplayNames("en", { type: "region" });
const nameOf = (code: string) => NAMES.of(code) ?? code;
const COUNTRIES = [...COUNTRY_CODES]
  .map((code) => ({ code, name: nameOf(code) }))
  .sort((first, second) => first.name.localeCompare(second.name, "en"));

interface CountryFieldProps {
  name: string;
  value: string;
  error: string | undefined;
  onBlur: () => void;
  onChoose: (code: string) => void;
}

/** Chooses a country by its name or code. */
export function CountryField(props: CountryFieldProps) {
  const [typed, setTyped] = useState("");
  return (
    <Combobox
      label="Country"
      {...props}
      word={props.value === "" ? "" : nameOf(props.value)}
      options={matchCountries(COUNTRIES, typed).map(({ code, name }) => ({
        value: code,
        word: name,
        note: code,
      }))}
      none="No matching country"
      onType={setTyped}
    />
  );
}
