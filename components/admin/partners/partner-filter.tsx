"use client";

import { useEffect } from "react";
import { FIRST_PAGE, goTo, useAddress } from "@/components/ui/address";
import { FilterMenu } from "@/components/ui/filter-menu";
import { Late, latePart } from "@/components/ui/late-part";
import { usePartnerName } from "./queries";

const choices = latePart(() =>
  import("./partner-choices").then(({ PartnerChoices }) => PartnerChoices),
);

/** Stands for the operator in place of a partner's id. */
const OPERATOR = "operator";

interface PartnerFilterProps {
  /** The parameter in the address, which contains the partner's id. */
  name?: string;
  label?: string;
  /** The operator can be chosen too. */
  hasOperator?: boolean;
  /** Several can be chosen; the address contains them separated by commas. */
  isMany?: boolean;
}

/** Filters a list of the console by partner. */
export function PartnerFilter({
  name = "partnerId",
  label = "Partner",
  hasOperator = false,
  isMany = false,
}: PartnerFilterProps) {
  const { params, withParams } = useAddress();
  useEffect(() => void choices.preload(), []);
  const text = params.get(name);
  const chosen = isMany ? (text?.split(",").filter(Boolean) ?? []) : text === null ? [] : [text];
  const only = chosen.length === 1 ? (chosen[0] ?? null) : null;
  const isOperator = hasOperator && only === OPERATOR;
  const found = usePartnerName(isOperator ? null : only);
  const word = isOperator ? "Operator" : (found ?? "1 partner");
  const choose = (next: readonly string[]) =>
    goTo(withParams({ [name]: next.length === 0 ? undefined : next.join(","), ...FIRST_PAGE }));
  const toggle = (value: string) =>
    choose(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <FilterMenu
      label={label}
      chosen={chosen.length === 0 ? undefined : only ? word : `${chosen.length} selected`}
      onClear={() => choose([])}
    >
      {(close) => (
        <Late
          of={choices}
          props={{
            others: hasOperator ? [{ value: OPERATOR, word: "Operator" }] : [],
            chosen,
            onChoose: (next: string) => {
              if (isMany) return toggle(next);
              choose([next]);
              close();
            },
          }}
        />
      )}
    </FilterMenu>
  );
}
